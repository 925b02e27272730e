import { useConfig, useMay } from '#web/app/config.ts'
import { KeyList } from '#web/app/KeyList.tsx'
import { keysAreOn } from '#web/app/shortcuts.ts'
import { useTitle } from '#web/app/title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { AdminHelp } from '../components/AdminHelp.tsx'
import { Contact } from '../components/Contact.tsx'
import css from '../components/help.module.css'
import { MemberHelp } from '../components/MemberHelp.tsx'
import { Section } from '../components/Section.tsx'

/**
 * /help: how points, limits, values and rewards work, for members and for administrators; keyboard
 * and contact.
 */
export function HelpScreen() {
  const { t } = useTranslation('help')
  const { workspace } = useConfig()
  const isAdministrator = useMay()('enter_settings')
  useTitle(t('title'))
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
        <Section id="keyboard" title={t('shell:keys.title')}>
          <KeyList on={keysAreOn()} />
        </Section>
        <Contact />
      </div>
    </Page>
  )
}
