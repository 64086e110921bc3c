// The minimum time in which these requests can be sent in these steps: no case, no judge, no report.
import { readFile } from 'node:fs/promises';
import { Agent } from 'undici';

const [file, origin, concurrency] = process.argv.slice(2);
const { requests } = JSON.parse(await readFile(file, 'utf8'));
const options = { connections: Number(concurrency), pipelining: 1, allowH2: false };
const agents = new Map();

// A request that was sent alone waits for all earlier ones.
const steps = [];
for (const request of requests) {
  if (request.isAlone) steps.push([]);
  steps.at(-1).push(request);
}
for (const step of steps) {
  const queue = step.values();
  await Promise.all(Array.from({ length: Math.min(concurrency, step.length) }, () => work(queue)));
}
await Promise.all([...agents.values()].map((agent) => agent.destroy()));

async function work(queue) {
  for (const { method, path, headers, body, localAddress } of queue) {
    const agent = agentFor(localAddress);
    const answer = await agent.request({ origin, path, method, headers, body });
    await answer.body.arrayBuffer();
  }
}

function agentFor(localAddress) {
  const own = localAddress === '127.0.0.1' ? options : { ...options, localAddress };
  const agent = agents.get(localAddress) ?? new Agent(own);
  agents.set(localAddress, agent);
  return agent;
}
