import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { settingsEntriesFor } from '#web/shared/settings/settings-entries.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import css from '../components/settings.module.css'

/**
 * The settings menu, with the entries this administrator may manage. The dashboard is no setting, and
 * few need the danger zone: they stand below as links.
 */
export function SettingsMenuScreen() {
  const { t } = useTranslation('settings')
  const config = useConfig()
  usePageTitle(t('title'))
  const entries = settingsEntriesFor(config)
  const isQuiet = ({ key }: (typeof entries)[number]) => key === 'dashboard' || key === 'danger'
  return (
    <Page title={t('title')}>
      <ul className={css['menu']} data-page-frame>
        {entries
          .filter((entry) => !isQuiet(entry))
          .map(({ key, to, Icon }) => (
            <li key={key}>
              <Link to={to} className={css['entry']}>
                <span>
                  <Icon size={24} aria-hidden="true" />
                </span>
                <span>
                  <strong>{t(`menu.${key}`)}</strong>
                  <small>{t(`menu.${key}_text`)}</small>
                </span>
              </Link>
            </li>
          ))}
      </ul>
      <ul className={css['quietMenu']} data-page-frame>
        {entries.filter(isQuiet).map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} className={css['quietEntry']} data-danger={key === 'danger' || undefined}>
              <Icon size={18} aria-hidden="true" />
              {t(`menu.${key}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
