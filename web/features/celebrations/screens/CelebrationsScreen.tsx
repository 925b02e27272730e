import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { celebrationsQuery } from '../api/queries.ts'
import { celebrationKinds } from '../components/celebration-kinds.ts'
import { CelebrationCards } from '../components/CelebrationCards.tsx'
import css from '../components/celebrations.module.css'
import { ComingUp } from '../components/ComingUp.tsx'
import { CustomDays } from '../components/CustomDays.tsx'
import { ReportedSignatures } from '../components/ReportedSignatures.tsx'
import { YearOverview } from '../components/YearOverview.tsx'

/** /settings/celebrations: how the company celebrates birthdays, anniversaries and first days. */
export function CelebrationsScreen() {
  const { t } = useTranslation('celebrations')
  usePageTitle(t('title'))
  const rules = useQuery(celebrationsQuery)
  const isCelebrating = rules.data?.some(({ enabled }) => enabled) ?? false
  return (
    <Page title={t('title')} narrow back={<SettingsNavigation />}>
      <p className={css['text']}>{t('text')}</p>
      {rules.isPending ? (
        <div className={css['cards']} aria-busy="true">
          {celebrationKinds.map((kind) => (
            <Card key={kind}>
              <Skeleton height={76} />
            </Card>
          ))}
        </div>
      ) : null}
      {rules.isLoadingError ? (
        <ErrorState error={rules.error} retry={() => void rules.refetch()} />
      ) : null}
      {rules.data ? <CelebrationCards rules={rules.data} /> : null}
      <CustomDays />
      <ReportedSignatures />
      {isCelebrating ? (
        <div className={css['sections']}>
          <YearOverview />
          <ComingUp />
        </div>
      ) : null}
      {rules.data && !isCelebrating ? <p className={css['off']}>{t('off')}</p> : null}
    </Page>
  )
}
