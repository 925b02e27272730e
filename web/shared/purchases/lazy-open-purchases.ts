import { withMessages } from '#web/shared/load-code.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const loadBadge = withMessages(() => import('./OpenPurchasesBadge.tsx'), 'rewards')
/** The badge in the navigation. It loads with the first input, after the first page. */
export const LazyOpenPurchasesLink = lazyWithFallback(
  () =>
    new Promise((resolve) => {
      for (const input of ['pointermove', 'keydown'])
        addEventListener(input, resolve, { once: true })
    })
      .then(loadBadge)
      .then((code) => code.OpenPurchasesLink),
  () => null,
)
