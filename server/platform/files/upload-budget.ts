import { Refusal } from '#server/platform/errors.ts'

/** The memory of one request's upload, from its first byte to the answer. */
export type UploadReservation = {
  /**
   * Counts received bytes. Throws too_many when the workspace exceeds its share, unavailable when
   * the process exceeds its total.
   */
  add(bytes: number): void
  release(): void
}
export type UploadLimits = {
  requestsPerWorkspaceMax: number
  bytesPerWorkspaceMax: number
  bytesMax: number
}

const megabyte = 1_048_576
const retryAfterS = 2
/** Enough for three lists or twelve pictures of a workspace at a time. */
const defaultUploadLimits: UploadLimits = {
  requestsPerWorkspaceMax: 12,
  bytesPerWorkspaceMax: 64 * megabyte,
  bytesMax: 384 * megabyte,
}

/** Creates a limit on the memory of uploads, so that no workspace uses all of it. */
export function createUploadBudget(limits: UploadLimits = defaultUploadLimits): {
  start(workspaceId: string): UploadReservation
} {
  const shares = new Map<string, { requests: number; bytes: number }>()
  let total = 0
  return {
    start(workspaceId) {
      const share = shares.get(workspaceId) ?? { requests: 0, bytes: 0 }
      if (share.requests >= limits.requestsPerWorkspaceMax)
        throw new Refusal([{ code: 'too_many' }], retryAfterS)
      shares.set(workspaceId, share)
      share.requests += 1
      let own = 0
      return {
        add(bytes) {
          if (share.bytes + bytes > limits.bytesPerWorkspaceMax)
            throw new Refusal([{ code: 'too_many' }], retryAfterS)
          if (total + bytes > limits.bytesMax)
            throw new Refusal([{ code: 'unavailable' }], retryAfterS)
          own += bytes
          share.bytes += bytes
          total += bytes
        },
        release() {
          share.requests -= 1
          share.bytes -= own
          total -= own
          own = 0
          if (share.requests === 0) shares.delete(workspaceId)
        },
      }
    },
  }
}
