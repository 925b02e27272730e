import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCan } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './invites.module.css'

const nextSteps = [
  { key: 'global', to: '/settings/global', ability: 'manage_settings' },
  { key: 'values', to: '/settings/values', ability: 'manage_values' },
  { key: 'rewards', to: '/settings/rewards', ability: 'manage_rewards' },
] as const

/** Links to the next set-up steps that the reader may take after an import. */
export function NextSteps() {
  const { t } = useTranslation('imports')
  const can = useCan()
  const steps = nextSteps.filter(({ ability }) => can(ability))
  if (!steps.length) return null
  return (
    <nav className={css['next']} aria-labelledby="import-next">
      <h3 id="import-next" className={css['title']}>
        {t('next.title')}
      </h3>
      <ul>
        {steps.map(({ key, to }) => (
          <li key={key}>
            <Link to={to}>
              {t(`next.${key}`)}
              <IconChevronRight size={16} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
