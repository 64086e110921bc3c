import { toCurl } from '../http/curl.ts';
import type { RecordedRequest } from '../http/exchange.ts';
import type { Evidence } from '../verdict/evidence.ts';

/** Exchanges whose headers contradict their body, or whose line for curl is not that of the request, one sentence each. */
export function checkForms(exchanges: readonly Evidence[], isSameVersion: boolean): readonly string[] {
  return exchanges.flatMap((evidence) => [
    ...(isSameVersion && !isLineOf(evidence.curl, evidence.request)
      ? [`exchange ${evidence.id}: its line for curl is not that of its request`]
      : []),
    ...(contradictsLength(evidence)
      ? [`exchange ${evidence.id}: its Content-Length is not the length of its body`]
      : []),
  ]);
}

const plainRoute = { localAddress: null, proxy: null, tls: {}, http2: false } as const;
const plainWay = "--http1.1 --noproxy '*' ";
const argument = String.raw`(?:[\w./:=-]+|'(?:[^']|'\\'')*')`;

/** What a route adds to the line: no record says by which way a request went. */
const way = new RegExp(
  String.raw`^--http(?:2|1\.1) (?:--interface ${argument} )?(?:--noproxy '\*'|--proxy ${argument} --proxytunnel) ` +
    String.raw`(?:--cacert '<ca\.pem>' )?(?:--cert '<client\.pem>' )?(?:--key '<client\.key>' )?(?:--cert-type P12 --cert '<client\.pfx>' )?$`,
);

function isLineOf(line: string, request: RecordedRequest): boolean {
  const [start = '', end = ''] = toCurl(request, plainRoute).split(plainWay, 2);
  const rest = toCurl(request, plainRoute).slice(start.length + plainWay.length);
  return (
    end !== '' &&
    line.startsWith(start) &&
    line.endsWith(rest) &&
    way.test(line.slice(start.length, line.length - rest.length))
  );
}

/** Of a body that was encoded, the length on the way is another one; after HEAD there is none. */
function contradictsLength({ request, response }: Evidence): boolean {
  if (response === null || request.method === 'HEAD' || [204, 304].includes(response.status)) return false;
  const values = (name: string): readonly string[] =>
    response.headers.flatMap(([own, value]) => (own.toLowerCase() === name ? [value.trim()] : []));
  const isEncoded = values('content-encoding').some((value) => value.toLowerCase() !== 'identity');
  if (isEncoded || values('transfer-encoding').length > 0) return false;
  return values('content-length').some(
    (value) => /^\d+$/.test(value) && Number(value) !== response.bodyLength,
  );
}
