import { liabilityExamples } from './liability.ts'
import { planExamples } from './plans.ts'
import { pointWorthExamples } from './point-worths.ts'
import { priceFactorExamples } from './price-factors.ts'

/** A valid body for each call under *Settings → Finance*. */
export const financeExamples = {
  ...liabilityExamples,
  ...planExamples,
  ...pointWorthExamples,
  ...priceFactorExamples,
}
