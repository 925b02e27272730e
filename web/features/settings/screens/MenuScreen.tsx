import { IconGift, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMay } from '#web/app/config.ts'
import { useTitle } from '#web/app/title.ts'
import { Page } from '#web/ui/Page.tsx'
import css from '../components/settings.module.css'

/** The settings menu: what this administrator may manage. */
export function MenuScreen() {
  const { t } = useTranslation('settings')
  const may = useMay()
  useTitle(t('title'))
  const entries = [
    { key: 'team', to: '/settings/team', ability: 'manage_team', Icon: IconUsers },
    { key: 'rewards', to: '/settings/rewards/all', ability: 'manage_rewards', Icon: IconGift },
  ] as const
  return (
    <Page title={t('title')}>
      <ul className={css['menu']}>
        {entries.filter((entry) => may(entry.ability)).map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} className={css['entry']}><span><Icon size={24} aria-hidden="true" /></span><span><strong>{t(`menu.${key}`)}</strong><small>{t(`menu.${key}_text`)}</small></span></Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
