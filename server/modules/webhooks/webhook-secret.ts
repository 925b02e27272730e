import { limits } from '#contract/limits.ts'

export const secretEncryptionContext = (workspaceId: string, hookId: string) =>
  ['hooks', `${workspaceId} ${hookId}`] as const

/** Returns whether the replaced secret still signs. */
export const isOldSecretValid = (
  row: { old_secret: Buffer | null; old_until: Date | null },
  at: Date,
): boolean => row.old_secret !== null && row.old_until !== null && row.old_until > at
export const secretOverlapMs = limits.hook_secret_overlap_hours * 3_600_000
