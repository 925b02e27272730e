import { ActionIcon, Menu } from '@mantine/core'
import { IconCoins, IconDots, IconMailForward, IconMailOff, IconPencil, IconShieldCheck, IconTrash, IconUser, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { permissions } from '#contract/permissions.ts'
import type { User } from '#contract/users.ts'
import { useConfig } from '#web/app/config.ts'
import { formatAgo, formatNumber } from '#web/lib/format.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { type Action, actionsFor, grave } from '../actions.ts'
import css from './team.module.css'

const icons: Record<Action, typeof IconUser> = {
  profile: IconUser, edit: IconPencil, permissions: IconShieldCheck, adjust: IconCoins, resend: IconMailForward, cancel: IconMailOff,
  reactivate: IconUserCheck, deactivate: IconUserOff, delete: IconTrash,
}
export const rowId = (user: Pick<User, 'id'>) => `member-${user.id}`
/** Menus open here: inside the page's landmark, outside of the rows, which clip what they hold. */
export const menusId = 'team-menus'

type Ask = (action: Exclude<Action, 'profile'>, user: User) => void

function RowMenu({ user, ask }: { user: User; ask: Ask }) {
  const { t } = useTranslation('team')
  const config = useConfig()
  const item = (action: Action) => {
    const Icon = icons[action]
    const look = { leftSection: <Icon size={18} aria-hidden="true" />, children: t(`menu.${action}`), ...(grave.has(action) ? { c: 'var(--bad)' } : {}) }
    return action === 'profile' ? <Menu.Item key={action} component={Link} to={`/profile/${user.id}`} {...look} /> : <Menu.Item key={action} onClick={() => ask(action, user)} {...look} />
  }
  const all = actionsFor(user, config)
  const dangerous = all.filter((action) => grave.has(action))
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={250} withinPortal portalProps={{ target: `#${menusId}` }}>
      <Menu.Target>
        <ActionIcon className={css['actions']} variant="subtle" color="gray" size={40} aria-label={t('menu.open', { name: user.name })}><IconDots size={20} aria-hidden="true" /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {all.filter((action) => !grave.has(action)).map(item)}
        {dangerous.length ? <Menu.Divider /> : null}
        {dangerous.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}

/** One member: who, with which permissions, in which state, with how many points, and what can be done. */
export const MemberRow = memo(function MemberRow({ user, ask }: { user: User; ask: Ask }) {
  const { t } = useTranslation('team')
  const { user: reader, settings: { timezone } } = useConfig()
  const held = permissions.filter((name) => user.permissions[name])
  return (
    <li id={rowId(user)} className={css['member']}>
      <UserAvatar user={user} size={44} />
      <div className={css['who']}>
        <span><Link to="/profile/$id" params={{ id: user.id }}>{user.name}</Link>{user.id === reader.id ? <em>{t('you')}</em> : null}</span>
        <small>{[user.job_title, user.demo ? t('demo') : user.email].filter(Boolean).join(' · ')}</small>
      </div>
      <div className={css['facts']}>
        {held.length ? (
          <ul className={css['roles']} aria-label={t('field.permissions')}>
            {held.length === permissions.length ? <li>{t('all_roles')}</li> : held.map((name) => <li key={name}>{t(`permission_short.${name}`)}</li>)}
          </ul>
        ) : <span />}
        <span className={css['where']}>
          <span className={css['state']} data-state={user.state}>{t(`state.${user.state}`)}</span>
          {user.state === 'pending' && user.invited_at ? <small>{t('invited_ago', { when: formatAgo(user.invited_at, timezone) })}</small> : null}
        </span>
        <span className={css['points']} data-none={user.balance === 0}><span className={css['number']}><span className="sr-only">{t('field.balance')} </span>{formatNumber(user.balance)}</span><span className={css['words']}>{t('common:points', { count: user.balance })}</span></span>
      </div>
      <RowMenu user={user} ask={ask} />
    </li>
  )
})
