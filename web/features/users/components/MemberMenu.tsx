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
/** Returns the id of the button in a member's row, which labels the menu. */
export const menuButtonId = (user: Pick<Member, 'id'>) => `${menuId(user)}-target`

/** Uses an existing button as menu target: thousands of rows share one menu. */
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
  onAction: (action: Exclude<MemberAction, 'profile'>, user: Member) => void
  onClose: () => void
}

/** The actions on a member, below the button of the member's row. */
export function MemberMenu({ user, button, onAction, onClose }: Props) {
  const { t } = useTranslation('team')
  const renderItem = (action: MemberAction) => {
    const Icon = icons[action]
    const itemProps = {
      leftSection: <Icon size={18} aria-hidden="true" />,
      children: t(`menu.${action}`),
      ...(destructiveActions.has(action) ? { c: 'var(--bad)' } : {}),
    }
    return action === 'profile' ? (
      <Menu.Item key={action} component={Link} to={`/profile/${user.id}`} {...itemProps} />
    ) : (
      <Menu.Item key={action} onClick={() => onAction(action, user)} {...itemProps} />
    )
  }
  const actions = memberActionsFor(user)
  const destructive = actions.filter((action) => destructiveActions.has(action))
  // Focus returns to the button; a dialog that opens takes it from there and returns it.
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
        {actions.filter((action) => !destructiveActions.has(action)).map(renderItem)}
        {destructive.length ? <Menu.Divider /> : null}
        {destructive.map(renderItem)}
      </Menu.Dropdown>
    </Menu>
  )
}
