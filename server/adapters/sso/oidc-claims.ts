import { z } from 'zod'

/** The claims of an ID token that decide; further ones may fill fields of the user. */
export const oidcClaims = z.looseObject({
  iss: z.string().min(1).max(1_000),
  sub: z.string().min(1).max(255),
  sid: z.string().min(1).max(255).optional(),
  acr: z.string().max(300).optional(),
  amr: z.union([z.array(z.string().max(300)).max(20), z.string().max(300)]).optional(),
  email: z.string().max(1_000).optional(),
})
export type OidcClaims = z.infer<typeof oidcClaims>

/** Returns the authentication contexts of a token: its `acr` and each `amr`. */
export function readContexts({ acr, amr }: OidcClaims): string[] {
  const methods = typeof amr === 'string' ? [amr] : (amr ?? [])
  return [...(acr === undefined ? [] : [acr]), ...methods]
}
