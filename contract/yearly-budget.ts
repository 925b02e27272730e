/** Parts of the yearly budget in percent of which billing administrators are warned. */
export const budgetThresholds = [70, 90, 100] as const
export type BudgetThreshold = (typeof budgetThresholds)[number]
