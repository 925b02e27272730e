import { Link, useRouterState } from '@tanstack/react-router'
import { useId } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BackArrow, backClass } from '#web/ui/Page.tsx'
import { settingsEntriesFor, settingsGroups } from './settings-entries.ts'
import css from './settings-navigation.module.css'

/** Entries by a page of theirs whose address does not begin with their own. */
const entryByPage: Record<string, string> = {
  '/settings/scim': 'sign_in',
  '/settings/applications': 'sign_in',
}
const activeLink = { 'data-status': 'active', 'aria-current': 'page' } as const

/**
 * The navigation of the settings: a column of links on wide screens, a link to the menu on others.
 * A page below an entry has a back link of its own.
 */
export function SettingsNavigation({ hasBackLink = true }: { hasBackLink?: boolean }) {
  const { t } = useTranslation('settings')
  const id = useId()
  const entries = settingsEntriesFor(useConfig())
  const entryOfPage = useRouterState({ select: ({ location }) => entryByPage[location.pathname] })
  return (
    <>
      {hasBackLink ? (
        <Link to="/settings" className={`${backClass} ${css['back']}`}>
          <BackArrow />
          <span>{t('common:nav.settings')}</span>
        </Link>
      ) : null}
      <nav className={css['navigation']} aria-label={t('title')} data-page-aside>
        {settingsGroups.map((group) => {
          const inGroup = entries.filter((entry) => entry.group === group)
          return inGroup.length ? (
            <div key={group}>
              <span id={`${id}${group}`} className={css['group']}>
                {t(`menu.groups.${group}`)}
              </span>
              <ul aria-labelledby={`${id}${group}`}>
                {inGroup.map(({ key, to, Icon }) => (
                  <li key={key}>
                    <Link
                      // Each tab of rewards and billing belongs to its entry.
                      to={to}
                      className={css['link']}
                      activeOptions={{ exact: false }}
                      {...(key === entryOfPage ? activeLink : {})}
                    >
                      <Icon size={18} stroke={1.8} aria-hidden="true" />
                      {t(`menu.${key}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ) : null
        })}
      </nav>
    </>
  )
}
