import { IconGift, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../fields.ts'
import css from './rewards.module.css'

const icons: Record<Kind, typeof IconGift> = { individual: IconGift, team: IconUsersGroup, automatic: IconGift }

/** The first step: for one person, or for everybody together. */
export function KindStep({ kinds }: { kinds: Kind[] }) {
  const { t } = useTranslation('rewards')
  return (
    <>
      <h2 className={css['stepTitle']}>{t('wizard.kind_title')}</h2>
      <ul className={css['kinds']}>
        {kinds.map((kind) => {
          const Icon = icons[kind]
          return (
            <li key={kind}>
              <Link to="/settings/rewards/new" search={{ kind }} className={css['kindCard']} data-kind={kind}>
                <span className={css['kindIcon']} aria-hidden="true"><Icon size={34} stroke={1.6} /></span>
                <strong>{t(`kind.${kind}`)}</strong>
                <span className={css['kindText']}>{t(`kind.${kind}_text`)}</span>
                <span className={css['kindExample']}>{t(`kind.${kind}_example`)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
