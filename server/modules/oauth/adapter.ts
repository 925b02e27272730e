import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteAccessToken, deleteGrant, findGrant, insertAccessToken } from './grant-queries.ts'
import { consumeState, deleteState, findState, findStateByUid, saveState } from './state-queries.ts'

type AdapterServices = Pick<Services, 'db' | 'clock'>
type StoredState = Awaited<ReturnType<typeof findState>>

/** Returns a stored record as the library expects it. `id` is its secret, which is not stored. */
function toPayload(row: StoredState, id?: string): AdapterPayload | undefined {
  if (!row) return undefined
  return {
    ...row.payload,
    ...(id === undefined ? {} : { jti: id }),
    ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1_000) } : {}),
  }
}

/** The grant ended during the request, for example because its refresh token was used twice. */
const grantEnded = () => new errors.InvalidGrant('the grant has ended')
const isForeignKeyViolation = (error: unknown) => (error as { code?: string }).code === '23503'

/**
 * Keeps the records of the library in PostgreSQL, so that every process can answer. The secret of a
 * record is stored as its hash alone.
 */
class StateAdapter implements Adapter {
  protected readonly services: AdapterServices
  protected readonly model: string
  constructor(services: AdapterServices, model: string) {
    this.services = services
    this.model = model
  }

  protected toExpiry(expiresIn: number | undefined): Date {
    const at = this.services.clock.now().getTime()
    return new Date(at + (expiresIn ?? 0) * 1_000)
  }
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _secret, ...fields } = payload
    try {
      await saveState(this.services.db.global, {
        model: this.model,
        id,
        uid: payload.uid,
        grant_id: payload.grantId,
        payload: fields,
        expires_at: this.toExpiry(expiresIn),
      })
    } catch (error) {
      throw isForeignKeyViolation(error) ? grantEnded() : error
    }
  }
  async find(id: string): Promise<AdapterPayload | undefined> {
    const { db, clock } = this.services
    return toPayload(await findState(db.global, this.model, id, clock.now()), id)
  }
  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { db, clock } = this.services
    return toPayload(await findStateByUid(db.global, this.model, uid, clock.now()))
  }
  /** Device codes are not offered. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined)
  }
  async consume(id: string): Promise<void> {
    const { db, clock } = this.services
    // Of two concurrent requests with a code or refresh token, the second finds it used up.
    if (!(await consumeState(db.global, this.model, id, clock.now())))
      throw new errors.InvalidGrant('used up by another request')
  }
  async destroy(id: string): Promise<void> {
    await deleteState(this.services.db.global, this.model, id)
  }
  /** Ends a grant: its codes and tokens are deleted with it. */
  async revokeByGrantId(grantId: string): Promise<void> {
    await deleteGrant(this.services.db.global, grantId)
  }
}

/** Access tokens are sessions as well, so that requests authenticate them like any token. */
class AccessTokenAdapter extends StateAdapter {
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { db, clock } = this.services
    const at = clock.now()
    const isInserted = await insertAccessToken(db.global, payload.grantId ?? '', id, {
      scopes: payload.scope?.split(' ') ?? [],
      expiresAt: this.toExpiry(expiresIn),
      at,
    })
    if (!isInserted) throw grantEnded()
    await super.upsert(id, payload, expiresIn)
  }
  override async destroy(id: string): Promise<void> {
    await deleteAccessToken(this.services.db.global, id)
    await super.destroy(id)
  }
}

/** Grants are created by the consent of a person (consent.ts), never by the library. */
class GrantAdapter extends StateAdapter {
  override upsert(): Promise<void> {
    return Promise.reject(new Error('grants are created by the consent of a person'))
  }
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { db, clock } = this.services
    if (!isUuid(id)) return undefined
    const grant = await findGrant(db.global, id, clock.now())
    return grant && { ...(grant.payload as AdapterPayload), jti: id }
  }
  override async destroy(id: string): Promise<void> {
    await deleteGrant(this.services.db.global, id)
  }
}

/** Returns the storage of a kind of record of the library. */
export function createAdapter(services: AdapterServices, model: string): Adapter {
  if (model === 'AccessToken') return new AccessTokenAdapter(services, model)
  if (model === 'Grant') return new GrantAdapter(services, model)
  return new StateAdapter(services, model)
}
