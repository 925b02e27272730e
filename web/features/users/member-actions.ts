import type { Member } from '#contract/schemas/users.ts'

const memberActions = [
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
/** Destructive actions, separated at the end of the menu. */
export const destructiveActions: ReadonlySet<MemberAction> = new Set([
  'cancel',
  'deactivate',
  'delete',
])

/**
 * Returns the actions the reader may perform on a member, as sent by the server. Canceling an
 * invite deactivates a pending member.
 */
export function memberActionsFor({ abilities, state }: Member): MemberAction[] {
  const isOffered: Record<MemberAction, boolean> = {
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
  return memberActions.filter((action) => isOffered[action])
}
