import { useFirstEvent } from '#web/lib/use-first-event.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

/** Loads the badges of open purchases with their texts. */
export const loadOpenPurchases = withMessages(() => import('./OpenPurchasesBadge.tsx'), 'rewards')
const OpenPurchasesLink = lazyWithFallback(() =>
  loadOpenPurchases().then((code) => code.OpenPurchasesLink),
)
/** The badge in the navigation. It loads with the first input, after the first page. */
export const LazyOpenPurchasesLink = () =>
  useFirstEvent('pointermove', 'keydown') ? <OpenPurchasesLink /> : null
