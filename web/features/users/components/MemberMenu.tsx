import { Menu } from '@mantine/core'
import {
  IconCoins,
  IconMailForward,
  IconMailOff,
  IconPencil,
  IconShieldCheck,
  IconTrash,
  IconUser,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type Ref, useLayoutEffect } from 'react'
import type { Member } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type MemberAction, memberActionsFor, destructiveActions } from '../member-actions.ts'

const icons: Record<MemberAction, typeof IconUser> = {
  profile: IconUser,
  edit: IconPencil,
  permissions: IconShieldCheck,
  adjust: IconCoins,
  resend: IconMailForward,
  cancel: IconMailOff,
  reactivate: IconUserCheck,
  deactivate: IconUserOff,
  delete: IconTrash,
}
const menuId = (user: Pick<Member, 'id'>) => `member-${user.id}`
/** The button in a member's row, by which the menu names itself. */
export const menuButtonId = (user: Pick<Member, 'id'>) => `${menuId(user)}-target`

/**
 * Stands for a button that is already there: what opens the menu is in the row, thousands of rows
 * share one menu.
 */
function ExternalMenuTarget({ to, ref }: { to: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(to)
    to.setAttribute('aria-expanded', 'true')
    return () => to.setAttribute('aria-expanded', 'false')
  }, [ref, to])
  return null
}

type Props = {
  user: Member
  button: HTMLElement
  ask: (action: Exclude<MemberAction, 'profile'>, user: Member) => void
  onClose: () => void
}

/** What can be done with a member, below the button of their row. */
export function MemberMenu({ user, button, ask, onClose }: Props) {
  const { t } = useTranslation('team')
  const item = (action: MemberAction) => {
    const Icon = icons[action]
    const look = {
      leftSection: <Icon size={18} aria-hidden="true" />,
      children: t(`menu.${action}`),
      ...(destructiveActions.has(action) ? { c: 'var(--bad)' } : {}),
    }
    return action === 'profile' ? (
      <Menu.Item key={action} component={Link} to={`/profile/${user.id}`} {...look} />
    ) : (
      <Menu.Item key={action} onClick={() => ask(action, user)} {...look} />
    )
  }
  const all = memberActionsFor(user)
  const dangerous = all.filter((action) => destructiveActions.has(action))
  // Back to the button; a dialog that was just asked for takes the focus from there, and gives it
  // back there.
  const close = () => {
    onClose()
    button.focus({ preventScroll: true })
  }
  return (
    <Menu
      opened
      id={menuId(user)}
      onChange={(opened) => {
        if (!opened) close()
      }}
      returnFocus={false}
      position="bottom-end"
      radius="lg"
      shadow="lg"
      width={250}
    >
      <Menu.Target>
        <ExternalMenuTarget to={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {all.filter((action) => !destructiveActions.has(action)).map(item)}
        {dangerous.length ? <Menu.Divider /> : null}
        {dangerous.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}
