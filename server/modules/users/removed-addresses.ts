import type { Trx } from '#server/platform/database/database.ts'
import { keyedHash } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  deleteRemovedAddresses,
  hasRemovedAddress,
  insertRemovedAddress,
} from './removed-address-queries.ts'

type Secrets = Pick<Services['config'], 'secret' | 'secrets'>

const purpose = 'removed address'
/** Returns the hashes of an address under the current secret and all earlier secrets. */
const hashesOf = ({ secrets }: Secrets, email: string): Buffer[] =>
  secrets.map((secret) => keyedHash(secret, purpose, email))

/**
 * Records that an administrator deleted this address. Erasure removes the address itself, so only
 * a keyed hash stays.
 */
export const recordRemovedAddress = (
  trx: Trx,
  config: Secrets,
  workspaceId: string,
  email: string,
  at: Date,
): Promise<void> =>
  insertRemovedAddress(trx, workspaceId, keyedHash(config.secret, purpose, email), at)

/** Deletes the records of removed addresses, which an invitation permits again. */
export const forgetRemovedAddresses = (
  trx: Trx,
  config: Secrets,
  workspaceId: string,
  emails: readonly string[],
): Promise<void> =>
  deleteRemovedAddresses(
    trx,
    workspaceId,
    emails.flatMap((email) => hashesOf(config, email)),
  )

/** Returns whether an administrator deleted this address without a later invitation. */
export const isRemovedAddress = (
  trx: Trx,
  config: Secrets,
  workspaceId: string,
  email: string,
): Promise<boolean> => hasRemovedAddress(trx, workspaceId, hashesOf(config, email))
