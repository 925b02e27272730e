import type { Trx } from '#server/platform/database/database.ts'
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteAddress, findAddresses, saveAddress } from './queries.ts'

type Secrets = Pick<Services['config'], 'secret' | 'secrets'>

/** Purpose of the encryption (platform/crypto/encrypted-columns.ts). */
const purpose = 'personal addresses'
const locationOf = (workspaceId: string, userId: string) => `${workspaceId} ${userId}`

/** Returns the personal address of a user, or null without one. */
export async function findPersonalAddress(
  trx: Trx,
  { secrets }: Secrets,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  const found = await findAddresses(trx, workspaceId, userId)
  return found?.address
    ? decrypt(secrets, purpose, locationOf(workspaceId, userId), found.address)
    : null
}

/** Returns the personal address of a user, or the work address. Empty for an erased user. */
export async function findContactAddress(
  trx: Trx,
  { secrets }: Secrets,
  workspaceId: string,
  userId: string,
): Promise<string> {
  const found = await findAddresses(trx, workspaceId, userId)
  return found?.address
    ? decrypt(secrets, purpose, locationOf(workspaceId, userId), found.address)
    : (found?.email ?? '')
}

/** Stores the personal address of a user. Null removes it. */
export async function setPersonalAddress(
  trx: Trx,
  { secret }: Secrets,
  { workspaceId, userId, at }: { workspaceId: string; userId: string; at: Date },
  email: string | null,
): Promise<void> {
  if (email === null) return deleteAddress(trx, workspaceId, userId)
  await saveAddress(trx, {
    workspace_id: workspaceId,
    user_id: userId,
    address: encrypt(secret, purpose, locationOf(workspaceId, userId), email),
    updated_at: at,
  })
}
