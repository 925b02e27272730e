import { z } from 'zod'

/**
 * Who sees a date: everyone, the `team` (people with the same manager, the manager, and who reports
 * to the person), the manager (`private`), or nobody.
 */
export const dateVisibility = z
  .enum(['everyone', 'team', 'private', 'nothing'], 'wrong_format')
  .meta({ id: 'DateVisibility' })
export type DateVisibility = z.infer<typeof dateVisibility>
