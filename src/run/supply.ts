// What a row is sent as: built afresh each time, with what an accepted plain request has left.

import type { VariantId } from '#banks/specification.ts';
import type { Exchange, Wire } from '../client/exchange.ts';
import type { Masker } from '../client/mask.ts';
import type { Build, Built, Learned } from '../plan/build.ts';
import type { PlannedRow } from '../plan/plan.ts';
import type { Target } from '../profile/target.ts';

export type Supply = ReturnType<typeof createSupply>;

export function createSupply(target: Target, build: Build, masker: Pick<Masker, 'add'>) {
  const learned = new Map<VariantId, Learned>();
  return {
    /** `like`: the request whose address it goes to. Null: there is nothing to make it of. */
    async make(row: PlannedRow, like: PlannedRow): Promise<Built | null> {
      const built = await build(row, learned.get(row.variant));
      for (const secret of built?.secrets ?? []) masker.add(secret);
      if (built === null || like === row) return built;
      return { ...built, wire: toAddressOf(like, built.wire, target) };
    },
    /** A plain request was accepted. */
    learn({ variant }: PlannedRow, { ciphertext }: Built, { response }: Exchange): void {
      if (learned.has(variant)) return;
      const set = (response?.headers ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
      const cookie = set.map(([, value]) => value.replace(/;.*/s, '')).join('; ');
      learned.set(variant, { ciphertext, cookie: cookie === '' ? null : cookie });
    },
  };
}

function toAddressOf({ variant, condition }: PlannedRow, wire: Wire, target: Target): Wire {
  const { baseUrl, localAddress, proxy } =
    (condition && target.variants[variant]?.conditions[condition]) ?? {};
  return {
    ...wire,
    url: `${baseUrl ?? target.baseUrl}${wire.url.slice(target.baseUrl.length)}`,
    route: { localAddress: localAddress ?? null, proxy: proxy ?? target.proxy },
  };
}
