import { type AccessToken, scope } from '#contract/schemas/tokens.ts'

export type TokenRow = {
  id: string
  name: string
  scopes: string[]
  created_at: Date
  seen_at: Date
  expires_at: Date
}

export function presentToken(row: TokenRow, at: Date): AccessToken {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes.flatMap((name) => scope.safeParse(name).data ?? []),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.seen_at < row.created_at ? null : row.seen_at.toISOString(),
    expired: row.expires_at <= at,
  }
}
