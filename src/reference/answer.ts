import type { Answer, Behaviour, Incoming, Outcome, Service, VariantBehaviour, Visit } from './behaviour.ts';
import { outcome } from './checks.ts';
import { textOf } from './credentials.ts';

function decide(visit: Visit, variant: VariantBehaviour): Outcome {
  for (const name of variant.order) {
    const found = variant.checks[name](visit, variant);
    if (found !== null) return found;
  }
  return outcome('success');
}

function render(found: Outcome, visit: Visit, variant: VariantBehaviour): Answer {
  const body =
    found.kind === 'success'
      ? variant.successBody(visit.service.banks)
      : variant.errorBody(variant.text(found, visit.service.language), found);
  const answer: Answer = {
    status: variant.status(found),
    headers: variant.headers,
    body: variant.serialize(body, found),
    delivery: { kind: 'whole' },
  };
  return variant.finish(answer, found, visit);
}

function refuseEarly(request: Incoming): Outcome | null {
  if (request.method !== 'POST') return outcome('wrong-method');
  return request.isTooLarge ? outcome('too-large') : null;
}

function answerVariant(request: Incoming, service: Service, variant: VariantBehaviour): Answer {
  const early = refuseEarly(request);
  const fields = early === null ? variant.read(request) : null;
  if (fields === null) {
    const empty: Visit = { request, service, fields: {}, password: null };
    const unavailable = early === null && service.isUnavailable(request) ? outcome('unavailable') : null;
    return render(early ?? unavailable ?? outcome('malformed'), empty, variant);
  }
  const password = variant.openPassword(textOf(fields, 'partnerPassword'), service);
  const visit: Visit = { request, service, fields, password };
  return render(decide(visit, variant), visit, variant);
}

/** Answers one request; a path that is not the operation's gets 404. */
export function answerRequest(
  request: Incoming,
  service: Service,
  behaviour: Behaviour,
  bankCode: string,
): Answer {
  const variant = [behaviour.a, behaviour.b].find(({ isPath }) => isPath(request.path, bankCode));
  if (variant !== undefined) return answerVariant(request, service, variant);
  const visit: Visit = { request, service, fields: {}, password: null };
  return render(outcome('not-found'), visit, behaviour.a);
}
