import type { Scope } from '#contract/scopes.ts'
import type { Translate } from '#web/lib/translate.ts'

/** Returns what a scope allows, in words. `t` has the texts of the account. */
export const describeScope = (t: Translate, scope: Scope): string =>
  t(`tokens.scope.${scope.replace(':', '_')}`)
