// The words of the specification and of the suite: where a password looks like one of them, they are not masked for it.

import { rows } from './table.ts';
import { requirements } from './requirements.ts';
import * as specification from './specification.ts';

export const ownTexts: readonly string[] = [
  ...Object.values(specification.variants).map(({ path }) => path),
  ...specification.parameters,
  ...specification.conditionNames,
  ...specification.meanings,
  specification.title,
  specification.list,
  specification.errorText,
  ...specification.recordMembers,
  ...requirements.flatMap(({ id, statement }) => [id, statement.en, statement.ru]),
  ...rows.flatMap(({ id, title }) => [id, title.en, title.ru]),
  // What the texts of the specification's tables say.
  'User did not pass authorization; access to the resource is restricted',
  'Names the missing required parameter and asks to repeat the request with correct data',
  'Names the parameter and states that it is expected in encrypted form',
  'Tells the partner to contact the assigned manager: access to the system is blocked, from the IP address',
  'Service temporarily unavailable; repeat the operation later',
  'application/json text/plain Content-Type Content-Length Accept User-Agent X-Request-Id Cookie',
  'true false null string number boolean object array password secret ciphertext',
];
