// undici has no types for single files.
declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';
  /** The published type leaves out that the socket is returned. */
  export default function connector(
    options?: buildConnector.BuildOptions,
  ): (...given: Parameters<buildConnector.connector>) => Socket;
}
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';
  export default Agent;
}
