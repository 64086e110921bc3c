// A run against a production system has to be asked for.

import { UserError } from '../base/errors.ts';
import { textsIn, writePath } from '../base/path.ts';
import { withoutSecrets } from './secrets.ts';
import type { Target } from './target.ts';

/** Throws a UserError if an address of the run matches a `production` pattern and `yes` is not given. */
export function requireNoProduction({ baseUrl, variants, production, secrets }: Target, yes: boolean): void {
  const patterns = production.map((pattern) => new RegExp(pattern, 'iu'));
  for (const { path, text } of yes ? [] : textsIn({ baseUrl, variants })) {
    const kind = path.at(-1);
    const isAddress = kind === 'baseUrl' || kind === 'url';
    // Everything in a command that looks like an address.
    const inCommand = kind === 'command' ? (text.match(/https?:[^\s'"`;|&<>()]+/gi) ?? []) : [];
    for (const address of isAddress ? [text] : inCommand) {
      const url = URL.parse(address);
      const spellings = url === null ? [address] : [address, url.href, url.host, url.hostname];
      if (!patterns.some((pattern) => spellings.some((one) => pattern.test(one)))) continue;
      const shown = withoutSecrets(address, secrets);
      const message = `${writePath(path)}: found ${shown}, which matches a \`production\` pattern, expected a test system`;
      const hint = 'add --yes to run against it all the same; nothing was sent';
      throw new UserError('usage', 'production-target', message, hint);
    }
  }
}
