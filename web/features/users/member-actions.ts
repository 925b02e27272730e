import type { Member } from '#contract/schemas/users.ts'

export const memberActions = [
  'profile',
  'edit',
  'permissions',
  'adjust',
  'resend',
  'cancel',
  'reactivate',
  'deactivate',
  'delete',
] as const
export type MemberAction = (typeof memberActions)[number]
/** Those that take something away stand apart, at the end of the menu. */
export const destructiveActions: ReadonlySet<MemberAction> = new Set([
  'cancel',
  'deactivate',
  'delete',
])

/**
 * Returns what the reader can do with a member, as the server says. Canceling an invite is
 * deactivating a pending member.
 */
export function memberActionsFor({ abilities, state }: Member): MemberAction[] {
  const may: Record<MemberAction, boolean> = {
    profile: true,
    edit: abilities.edit,
    permissions: abilities.permissions,
    adjust: abilities.adjust,
    resend: abilities.resend,
    reactivate: abilities.reactivate,
    cancel: abilities.deactivate && state === 'pending',
    deactivate: abilities.deactivate && state === 'accepted',
    delete: abilities.delete,
  }
  return memberActions.filter((action) => may[action])
}
