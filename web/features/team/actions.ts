import type { User } from '#contract/users.ts'
import type { Config } from '#contract/workspaces.ts'

export const actions = ['profile', 'edit', 'permissions', 'adjust', 'resend', 'cancel', 'reactivate', 'deactivate', 'delete'] as const
export type Action = (typeof actions)[number]
/** Those that take something away stand apart, at the end of the menu. */
export const grave: ReadonlySet<Action> = new Set(['cancel', 'deactivate', 'delete'])

/** What the reader can do with a member. The server decides; this keeps what it would refuse out of the menu. */
export function actionsFor(user: User, { user: reader, permissions, abilities }: Pick<Config, 'user' | 'permissions' | 'abilities'>): Action[] {
  const self = user.id === reader.id
  const real = !user.demo
  // An account administrator is changed by account administrators alone.
  const reached = self || !user.permissions.account_administrator || permissions.account_administrator
  const may: Record<Action, boolean> = {
    profile: true,
    edit: reached,
    permissions: real && user.state !== 'deactivated',
    adjust: abilities.includes('adjust_balances'),
    resend: real && user.state === 'pending',
    cancel: reached && user.state === 'pending',
    reactivate: reached && real && user.state === 'deactivated',
    deactivate: reached && !self && user.state === 'accepted',
    delete: reached && !self,
  }
  return actions.filter((action) => may[action])
}
