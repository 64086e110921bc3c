import { z } from 'zod';
import type { ConditionName } from '../spec/specification.ts';
import {
  baseUrl,
  headers,
  httpUrl,
  ipAddress,
  mapping,
  pattern,
  proxyUrl,
  tested,
  text,
  whole,
} from './field.ts';

const partnerName = z
  .union([text('the name of the partner, a string or a number'), z.number()], {
    error: 'the name of the partner, a string or a number',
  })
  .transform(String);

const flagWords = 'a string, "true" for a password that is encrypted';
const flag = z.union([text(flagWords), z.boolean(), z.number()], { error: flagWords }).transform(String);

/** The three credentials, each of them optional; numbers keep their text. */
export const credentials = mapping({
  partnerName: partnerName.exactOptional(),
  partnerPassword: text('the API password of the partner, a string; put a number in quotes').exactOptional(),
  useAuthByCert: flag.exactOptional(),
});

const request = mapping({
  method: tested('a method of HTTP in capitals', (value) => /^(?!CONNECT$)[A-Z]+$/.test(value)).default(
    'POST',
  ),
  url: httpUrl,
  headers: headers.default({}),
  body: z.string({ error: 'a string' }).nullable().default(null),
});

const action = mapping({
  command: text('a command for the shell').exactOptional(),
  request: request.exactOptional(),
})
  .refine((value) => (value.command === undefined) !== (value.request === undefined), {
    error: 'either command or request',
  })
  .transform(({ command, request: sent }) =>
    sent === undefined
      ? { kind: 'command' as const, command: command ?? '' }
      : { kind: 'request' as const, ...sent },
  );

const provisionShape = {
  credentials: credentials.exactOptional(),
  headers: headers.exactOptional(),
  baseUrl: baseUrl.exactOptional(),
  localAddress: ipAddress.exactOptional(),
  proxy: proxyUrl.exactOptional(),
  setup: action.exactOptional(),
  teardown: action.exactOptional(),
  until: mapping({ status: whole(100, 599), within: whole(1, 600_000) }).exactOptional(),
};

const provision = mapping(provisionShape).exactOptional();
const unauthorized = mapping({ ...provisionShape, unknownPartner: partnerName.exactOptional() });

/** How special conditions are brought about; `success`, `missing` and `unencrypted` are brought about by the request alone. */
export const conditions = mapping({
  unauthorized: unauthorized.exactOptional(),
  'partner-blocked': provision,
  'ip-blocked': provision,
  'reward-unavailable': provision,
  unavailable: provision,
} satisfies Partial<Record<ConditionName, z.ZodType>>);

/** Patterns for the texts of error responses. */
export const texts = mapping({
  missing: pattern.exactOptional(),
  unencrypted: pattern.exactOptional(),
  unauthorized: pattern.exactOptional(),
  'partner-blocked': pattern.exactOptional(),
  'ip-blocked': pattern.exactOptional(),
  'reward-unavailable': pattern.exactOptional(),
  unavailable: pattern.exactOptional(),
} satisfies Record<Exclude<ConditionName, 'success'>, z.ZodType>);
