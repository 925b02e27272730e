import { z } from 'zod'
import { provenIdentity } from './identity.ts'

/** The result of a provider's answer: kept encrypted until the tab exchanges its code. */
export const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identity'), identity: provenIdentity }),
  z.object({ kind: z.literal('failure'), reason: z.string() }),
])
export type Outcome = z.infer<typeof outcome>
