import { IconDots } from '@tabler/icons-react'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/schemas/users.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { useConfig } from '#web/shared/config.ts'
import { formatTimeAgo, formatNumber } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { menuButtonId } from './MemberMenu.tsx'
import css from './team.module.css'

/** Opens a member's menu at the pressed button. */
export type OpenMenu = (user: Member, button: HTMLElement) => void
type Handlers = { open: OpenMenu; visit: (event: MouseEvent<HTMLAnchorElement>) => void }
/**
 * The list passes config, texts and handlers: a row subscribes to nothing (a Link would), however
 * many rows there are.
 */
type Props = Handlers & { user: Member; config: AppConfig; t: Translate }

/** A member: name, permissions, state, points and menu. */
const MemberRow = memo(function MemberRow({
  user,
  open,
  visit,
  config: {
    user: reader,
    settings: { timezone },
  },
  t,
}: Props) {
  const held = permissions.filter((name) => user.permissions[name])
  return (
    <li className={css['member']}>
      <UserAvatar user={user} size={44} />
      <div className={css['who']}>
        <span>
          <a href={`/profile/${user.id}`} onClick={visit}>
            {user.name}
          </a>
          {user.id === reader.id ? <em>{t('you')}</em> : null}
        </span>
        <small>
          {[user.job_title, user.demo ? t('demo') : user.email].filter(Boolean).join(' · ')}
        </small>
      </div>
      <div className={css['facts']}>
        {held.length ? (
          <ul className={css['roles']} aria-label={t('field.permissions')}>
            {held.length === permissions.length ? (
              <li>{t('all_roles')}</li>
            ) : (
              held.map((name) => <li key={name}>{t(`permission_short.${name}`)}</li>)
            )}
          </ul>
        ) : (
          <span />
        )}
        <span className={css['where']}>
          <span className={css['state']} data-state={user.state}>
            {t(`state.${user.state}`)}
          </span>
          {user.state === 'pending' && user.invited_at ? (
            <small>{t('invited_ago', { when: formatTimeAgo(user.invited_at, timezone) })}</small>
          ) : null}
        </span>
        <span className={css['points']} data-none={user.balance === 0}>
          <span className={css['number']}>
            <span className="sr-only">{t('field.balance')} </span>
            {formatNumber(user.balance)}
          </span>
          <span className={css['words']}>{t('common:points', { count: user.balance })}</span>
        </span>
      </div>
      <button
        id={menuButtonId(user)}
        type="button"
        className={`plain ${css['actions']}`}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-label={t('menu.open', { name: user.name })}
        onClick={(event) => open(user, event.currentTarget)}
      >
        <IconDots size={20} aria-hidden="true" />
      </button>
    </li>
  )
})

/** A page of the list. Memoized: unchanged pages do not render again when the next page loads. */
export const MemberPage = memo(function MemberPage({
  members,
  ...handlers
}: Handlers & { members: Member[] }) {
  const { t } = useTranslation('team')
  const config = useConfig()
  return members.map((user) => (
    <MemberRow key={user.id} user={user} config={config} t={t} {...handlers} />
  ))
})
