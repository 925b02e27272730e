import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findBadgeKey, insertBadgeKey } from './queries.ts'

/** Purpose of the encryption (platform/crypto/encrypted-columns.ts). */
const purpose = 'badge keys'
const generateKey = promisify(generateKeyPair)

/** The issuer of a team's badges: the address of its profile, and that of its public key. */
export type Issuer = { id: string; name: string; keyUrl: string; publicKey: JWK }
export type SigningIssuer = Issuer & { privateKey: KeyObject }

const toIssuer = (
  { publicUrl }: Services['config'],
  workspaceId: string,
  { name, public_key: publicKey }: { name: string; public_key: string },
): Issuer => {
  const id = `${publicUrl}/badges/${workspaceId}`
  return { id, name, keyUrl: `${id}/key`, publicKey: JSON.parse(publicKey) as JWK }
}

/** Returns the issuer of a team. Throws not_found for a team that has signed no badge. */
export async function loadIssuer(
  { db, config }: Pick<Services, 'db' | 'config'>,
  workspaceId: string,
): Promise<Issuer> {
  const found = await db.tenant(workspaceId, (trx) => findBadgeKey(trx, workspaceId))
  return toIssuer(config, workspaceId, found ?? throwRefusal('not_found'))
}

/** Returns a new key of a team. Every verifier of Open Badges has its algorithm, RS256. */
async function createKey({ secret }: Services['config'], workspaceId: string, at: Date) {
  const pair = await generateKey('rsa', { modulusLength: 2_048 })
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    workspace_id: workspaceId,
    private_key: encrypt(secret, purpose, workspaceId, pem),
    public_key: JSON.stringify(pair.publicKey.export({ format: 'jwk' })),
    created_at: at,
  }
}

/**
 * Returns the issuer of a team with its private key. The first call creates the key; concurrent ones
 * get the same key. Throws not_found for a deleted team.
 */
export async function loadSigningIssuer(
  { db, config }: Pick<Services, 'db' | 'config'>,
  workspaceId: string,
  at: Date,
): Promise<SigningIssuer> {
  let row = await db.tenant(workspaceId, (trx) => findBadgeKey(trx, workspaceId))
  if (!row) {
    const created = await createKey(config, workspaceId, at)
    row = await db.tenant(workspaceId, async (trx) => {
      await insertBadgeKey(trx, created)
      return findBadgeKey(trx, workspaceId)
    })
  }
  const key = row ?? throwRefusal('not_found')
  const pem = decrypt(config.secrets, purpose, workspaceId, key.private_key)
  return { ...toIssuer(config, workspaceId, key), privateKey: createPrivateKey(pem) }
}
