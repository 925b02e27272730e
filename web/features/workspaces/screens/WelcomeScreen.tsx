import { Button } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'

const steps = [
  ['👏', 'thank'],
  ['✨', 'collect'],
  ['🎁', 'redeem'],
] as const

/** Explains Laurel in three steps, then links to the page that was asked for, or to the feed. */
export function WelcomeScreen() {
  const { t } = useTranslation('auth')
  const {
    user,
    workspace,
    settings: { limit_period: period },
    allowance: { limit },
  } = useConfig()
  const { next } = useSearch({ strict: false }) as { next?: string }
  usePageTitle(t('welcome.title', { name: user.first_name }))
  return (
    <AuthLayout
      title={t('welcome.title', { name: user.first_name })}
      lead={t('welcome.lead', { team: workspace.name })}
    >
      <ol className={css['steps']}>
        {steps.map(([emoji, key]) => (
          <li key={key}>
            <span aria-hidden="true">{emoji}</span>
            <div>
              <strong>{t(`welcome.${key}`)}</strong>
              <p>
                {key === 'thank' && limit !== null
                  ? t(`welcome.thank_each.${period}`, {
                      points: t('common:points', { count: limit }),
                    })
                  : t(`welcome.${key}_text`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <Button component={Link} to={next ?? '/feed'} fullWidth size="md">
        {t(next ? 'profile.action' : 'welcome.action')}
      </Button>
    </AuthLayout>
  )
}
