import { z } from 'zod'

/** Why the workspace itself writes a post (docs/moments.md). */
const occasionKinds = [
  'birthday',
  'anniversary',
  'welcome',
  'custom',
  'award',
  'nomination',
] as const
export type OccasionKind = (typeof occasionKinds)[number]

export const occasion = z
  .object({
    kind: z.enum(occasionKinds),
    /** Years with the company, of an anniversary only. */
    years: z.number().int().optional(),
    /** The name of an award, a nomination or a day of the company's own. */
    name: z.string().optional(),
  })
  .meta({ id: 'Occasion' })
export type Occasion = z.infer<typeof occasion>
