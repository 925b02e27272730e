import { useConfig, useCan } from '#web/shared/config.ts'
import { ShortcutList } from '#web/shared/shortcuts/ShortcutList.tsx'
import { areShortcutsEnabled } from '#web/shared/shortcuts/shortcuts.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { AdminHelp } from '../components/AdminHelp.tsx'
import { ContactSection } from '../components/ContactSection.tsx'
import css from '../components/help.module.css'
import { MemberHelp } from '../components/MemberHelp.tsx'
import { HelpSection } from '../components/HelpSection.tsx'

/**
 * /help: points, limits, values and rewards, for members and administrators; shortcuts and contact.
 */
export function HelpScreen() {
  const { t } = useTranslation('help')
  const { workspace } = useConfig()
  const isAdministrator = useCan()('enter_settings')
  usePageTitle(t('title'))
  const topics = [
    ['points', t('points.title')],
    ['limits', t('limits.title')],
    ['values', t('values.title')],
    ['rewards', t('rewards.title')],
    ...(isAdministrator ? [['administrators', t('admin.title')]] : []),
    ['keyboard', t('shell:keys.title')],
    ['contact', t('contact.title')],
  ] as const
  return (
    <Page title={t('title')} narrow>
      <div className={css['page']}>
        <p style={{ margin: 0 }}>{t('lead', { team: workspace.name })}</p>
        <nav aria-label={t('topics')}>
          <ul className={css['topics']}>
            {topics.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <MemberHelp />
        <AdminHelp />
        <HelpSection id="keyboard" title={t('shell:keys.title')}>
          <ShortcutList on={areShortcutsEnabled()} />
        </HelpSection>
        <ContactSection />
      </div>
    </Page>
  )
}
