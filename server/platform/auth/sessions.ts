import { dayMs, minuteMs } from '#contract/durations.ts'
import { LRUCache } from 'lru-cache'
import { limits } from '#contract/limits.ts'
import { type Language, toLanguage } from '#contract/schemas/common.ts'
import { listAbilities, type Ability, type Permissions } from '#contract/permissions.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import type { SignInMethod } from './sign-in-method.ts'
import { requestContext } from '#server/platform/request-context.ts'
import type { Database, Db, Trx } from '#server/platform/database/database.ts'
import type { NamedStatement } from '#server/platform/database/statements.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { inheritSso, ssoColumns, type SsoOrigin } from './sso-origin.ts'
import { currentAudience } from './token-audience.ts'
import { newId, newToken, hashToken } from '#server/platform/ids.ts'

/** The post features that a team can disable. */
export type PostSwitches = { comments: boolean; reactions: boolean; add_ons: boolean }
/**
 * The caller: an account without a chosen workspace, or a user of one. `scopes` belong to an access
 * token and are empty otherwise. `chat`: a user who acts in a chat, without a session.
 */
export type Account = {
  session_id: string
  account_id: string
  kind: 'temporary' | 'session' | 'impersonation' | 'token' | 'chat'
  scopes: readonly string[]
}
export type Actor = Account & {
  workspace_id: string
  user_id: string
  permissions: Permissions
  abilities: ReadonlySet<Ability>
  limit_period: LimitPeriod
  timezone: string
  language: Language
  billing_active: boolean
  /** The post features that the team enables. */
  switches: PostSwitches
  /** The team requires two-factor authentication, which this session has not passed. */
  second_factor_missing: boolean
}

export type AuthSessionRow = Permissions &
  PostSwitches & {
    session_id: string
    kind: Account['kind']
    account_id: string
    seen_at: Date
    scopes: string[]
    workspace_id: string | null
    user_id: string | null
    limit_period: LimitPeriod
    timezone: string
    language: string
    trial_ends_at: Date
    paid_until: Date | null
    manual_payments: boolean
    second_factor_missing: boolean
    /** All other columns as text, to compare rows. */
    image: string
  }

/** Cache of the abilities of each combination of permissions, as every request needs them. */
const abilitiesCache = new Map<string, ReadonlySet<Ability>>()
function findAbilities(permissions: Permissions): ReadonlySet<Ability> {
  const key = Object.values(permissions).join()
  let found = abilitiesCache.get(key)
  if (!found) abilitiesCache.set(key, (found = new Set(listAbilities(permissions))))
  return found
}

const sessionCacheMax = 10_000

type BillingMode = 'off' | 'local' | 'stripe'
/**
 * Returns whether the workspace is paid for at this moment. `off` means self-hosting: always true.
 */
export function isBillingActive(
  workspace: { trial_ends_at: Date; paid_until: Date | null; manual_payments: boolean },
  billing: BillingMode,
  at: Date,
): boolean {
  return (
    billing === 'off' ||
    workspace.manual_payments ||
    workspace.trial_ends_at > at ||
    (workspace.paid_until ?? at) > at
  )
}

/**
 * Returns the query for the session of a token, or undefined when the token is malformed. Inside a
 * transaction the query also sets the workspace for row level security.
 */
export function sessionQuery(token: string, at: Date): NamedStatement | undefined {
  if (token.length < 20 || token.length > 100) return undefined
  return {
    name: 'session_enter',
    text: 'select s.*, s::text as image from session_enter($1, $2, $3) s',
    values: [hashToken(token), at, currentAudience()],
  }
}

/**
 * Returns the query for the image of a session alone, which takes less time to send and to parse
 * than its row. Like `sessionQuery` it sets the workspace.
 */
export const sessionImageQuery = ({ values }: NamedStatement): NamedStatement => ({
  name: 'session_image',
  text: 'select s::text as image from session_enter($1, $2, $3) s',
  values,
})

/**
 * Returns the principal of a token in one round trip, or undefined when the token is invalid.
 * Extends sessions and updates the last use of access tokens, at most one write a day.
 */
export async function authenticate(
  db: Database,
  token: string,
  at: Date,
  billing: BillingMode,
  sessionCache?: SessionCache,
): Promise<Account | Actor | undefined> {
  const query = sessionQuery(token, at)
  if (!query) return undefined
  const [row] = await db.readFirst<AuthSessionRow>(query)
  sessionCache?.set(query, row)
  if (!row) return undefined
  if ((row.kind === 'session' || row.kind === 'token') && isTouchDue(row, at)) {
    const extension =
      row.kind === 'session'
        ? { expires_at: new Date(at.getTime() + limits.session_days * dayMs) }
        : {}
    await db.global
      .updateTable('sessions')
      .set({ seen_at: at, ...extension })
      .where('token_hash', '=', hashToken(token))
      .where('seen_at', '=', row.seen_at)
      .execute()
  }
  return toPrincipal(row, at, billing)
}
const cacheKeyOf = ({ values: [hash] }: NamedStatement) => (hash as Buffer).toString('latin1')
const isTouchDue = ({ seen_at: seenAt }: AuthSessionRow, at: Date) =>
  at.getTime() - seenAt.getTime() > dayMs

/**
 * Caches the last session row of each token. It permits a speculative call in the same round trip
 * that authenticates the token; it never authorizes a request (decision 036).
 */
export class SessionCache {
  private readonly rows = new LRUCache<string, AuthSessionRow>({ max: sessionCacheMax })
  /** Returns the cached row, unless its session is due for an update of the last use. */
  get(query: NamedStatement, at: Date): AuthSessionRow | undefined {
    const row = this.rows.get(cacheKeyOf(query))
    return row && !isTouchDue(row, at) ? row : undefined
  }
  set(query: NamedStatement, row: AuthSessionRow | undefined): void {
    if (row) this.rows.set(cacheKeyOf(query), row)
    else this.rows.delete(cacheKeyOf(query))
  }
}
/** Returns whether the session row equals the cached one. */
export const isSameSession = (
  row: Pick<AuthSessionRow, 'image'> | undefined,
  before: AuthSessionRow,
): boolean => row?.image === before.image

/** Returns the principal for the session row of a token. */
export function toPrincipal(
  row: Omit<AuthSessionRow, 'image'>,
  at: Date,
  billing: BillingMode,
): Account | Actor {
  const account: Account = {
    session_id: row.session_id,
    account_id: row.account_id,
    kind: row.kind,
    scopes: row.scopes,
  }
  if (row.workspace_id === null || row.user_id === null) return account
  const permissions: Permissions = {
    global_administrator: row.global_administrator,
    account_administrator: row.account_administrator,
    rewards_administrator: row.rewards_administrator,
    billing_administrator: row.billing_administrator,
  }
  return {
    ...account,
    permissions,
    abilities: findAbilities(permissions),
    workspace_id: row.workspace_id,
    user_id: row.user_id,
    limit_period: row.limit_period,
    timezone: row.timezone,
    language: toLanguage(row.language),
    billing_active: isBillingActive(row, billing, at),
    switches: { comments: row.comments, reactions: row.reactions, add_ons: row.add_ons },
    second_factor_missing: row.second_factor_missing,
  }
}

export function isActor(principal: Account | Actor | undefined): principal is Actor {
  return principal !== undefined && 'user_id' in principal
}

/** The values that a session inherits from its parent. */
type InheritedSession = {
  sign_in_id: string | null
  proven_at: Date | null
  confined: boolean
  signed_in_at: Date
  second_factor: boolean
  method: SignInMethod | null
}
/**
 * Returns the values inherited from the session or temporary token that starts a session, and locks
 * its row. Throws unauthorized when it has ended, or is a temporary token that already opened this
 * workspace.
 */
async function lockParentSession(
  trx: Trx,
  parentId: string,
  workspaceId: string | undefined,
  at: Date,
): Promise<InheritedSession> {
  const parent = await trx
    .selectFrom('sessions')
    .select([
      'id',
      'kind',
      'sign_in_id',
      'proven_at',
      'confined',
      'created_at',
      'signed_in_at',
      'second_factor',
      'method',
      ...ssoColumns,
    ])
    .where('id', '=', parentId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst()
  if (!parent) throwRefusal('unauthorized')
  const signInId = parent.sign_in_id ?? parent.id
  if (parent.kind === 'temporary' && workspaceId !== undefined) {
    const before = await trx
      .selectFrom('sessions')
      .select('id')
      .where('sign_in_id', '=', signInId)
      .where('opened_by', '=', parent.id)
      .where('workspace_id', '=', workspaceId)
      .limit(1)
      .executeTakeFirst()
    if (before) throwRefusal('unauthorized')
  }
  return {
    sign_in_id: signInId,
    proven_at: parent.proven_at,
    confined: parent.confined,
    signed_in_at: parent.signed_in_at ?? parent.created_at,
    second_factor: parent.second_factor,
    method: parent.method as SignInMethod | null,
    ...inheritSso(parent),
  }
}

type NewSession = {
  account_id: string
  kind: Exclude<Account['kind'], 'token' | 'chat'>
  workspace_id?: string
  user_id?: string
  client?: string
  /** The sign-in itself proved presence. */
  proven_at?: Date
  /** The session started with an invite link. */
  confined?: boolean
  /** How the sign-in began. */
  method?: SignInMethod | null
  /** The sign-in also proved the second factor. */
  second_factor?: boolean
  /** Single sign-on started the session, which then never leaves its workspace. */
  sso?: SsoOrigin
  /** An administrator entered with a second factor although the team requires single sign-on. */
  break_glass?: boolean
}
/** Starts a session and returns its token; the database stores only the hash. */
export async function startSession(
  db: Db | Trx,
  at: Date,
  session: NewSession & Partial<InheritedSession> & { opened_by?: string },
): Promise<string> {
  const token = newToken()
  const now = requestContext.getStore()
  if (now)
    now.source.principal = {
      account_id: session.account_id,
      kind: session.kind,
      ...(session.user_id === undefined ? {} : { user_id: session.user_id }),
      ...(session.workspace_id === undefined ? {} : { workspace_id: session.workspace_id }),
    }
  const lifetimeMs = {
    temporary: limits.temporary_token_minutes * minuteMs,
    session: limits.session_days * dayMs,
    impersonation: limits.impersonation_session_minutes * minuteMs,
  }
  await db
    .insertInto('sessions')
    .values({
      id: newId(at),
      token_hash: hashToken(token),
      account_id: session.account_id,
      kind: session.kind,
      workspace_id: session.workspace_id ?? null,
      user_id: session.user_id ?? null,
      client: (session.client ?? '').slice(0, 200),
      created_at: at,
      seen_at: at,
      expires_at: new Date(at.getTime() + lifetimeMs[session.kind]),
      revoked_at: null,
      proven_at: session.proven_at ?? null,
      confined: session.confined ?? session.sso !== undefined,
      second_factor: session.second_factor ?? false,
      method: session.method ?? null,
      signed_in_at: session.signed_in_at ?? at,
      sso_connection_id: session.sso?.connection_id ?? null,
      sso_session: session.sso?.provider_session ?? null,
      sso_subject: session.sso?.subject ?? null,
      break_glass: session.break_glass ?? false,
      sign_in_id: session.sign_in_id ?? null,
      opened_by: session.opened_by ?? null,
    })
    .execute()
  return token
}
/**
 * Starts a session from another session or a temporary token: it belongs to the same sign-in and
 * ends with it.
 */
export async function startSessionFrom(
  trx: Trx,
  at: Date,
  parentId: string,
  session: Omit<NewSession, 'proven_at' | 'confined' | 'second_factor' | 'sso' | 'method'>,
): Promise<string> {
  const { proven_at: provenAt, ...inherited } = await lockParentSession(
    trx,
    parentId,
    session.workspace_id,
    at,
  )
  return startSession(trx, at, {
    ...session,
    ...inherited,
    ...(provenAt ? { proven_at: provenAt } : {}),
    opened_by: parentId,
  })
}
