import { Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { liabilityQuery } from '#web/shared/points/liability-query.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { addDays } from '#web/lib/add-days.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { AccountsDialog } from '../components/AccountsDialog.tsx'
import { Ages } from '../components/Ages.tsx'
import { Changes } from '../components/Changes.tsx'
import css from '../components/liability.module.css'
import { LiabilityTable } from '../components/LiabilityTable.tsx'
import { Summary } from '../components/Summary.tsx'

type LiabilityBody = OutputOf<'liability.get'>

/** The points owed by country, by age and by group. */
function Parts({ liability }: { liability: LiabilityBody }) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  return (
    <>
      <Card>
        <h2 className={css['heading']}>{t('liability.by_country')}</h2>
        <LiabilityTable
          title={t('liability.by_country')}
          first={t('worth.country')}
          rows={liability.countries.map(({ country, figures }) => ({
            key: country ?? '',
            name: country === null ? t('liability.no_country') : countryName(country),
            figures,
          }))}
        />
      </Card>
      <Card>
        <h2 className={css['heading']}>{t('liability.ages')}</h2>
        <Ages ages={liability.ages} />
      </Card>
      {liability.groups.length ? (
        <Card>
          <h2 className={css['heading']}>{t('liability.by_group')}</h2>
          <LiabilityTable
            title={t('liability.by_group')}
            first={t('liability.group')}
            rows={liability.groups.map(({ group, figures }) => ({
              key: group.id,
              name: group.name,
              figures,
            }))}
          />
          <p className={css['note']}>{t('liability.small_groups')}</p>
        </Card>
      ) : null}
    </>
  )
}

/** /settings/finance/liability: what the company owes its people on a day, and how it changed. */
export function LiabilityScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('liability.title'))
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  // Yesterday is stored. The ages of today are computed for the request.
  const [day, setDay] = useState(addDays(today, -1))
  const [isNaming, setIsNaming] = useState(false)
  const isValid = Boolean(day) && day <= today
  const { data, ...query } = useQuery({ ...liabilityQuery(day), enabled: isValid })
  return (
    <Page
      title={t('liability.title')}
      narrow
      back={
        <Link to="/settings/finance" className={backClass}>
          <BackArrow />
          <span>{t('title')}</span>
        </Link>
      }
      actions={
        <TextInput
          type="date"
          aria-label={t('liability.day')}
          max={today}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      }
    >
      <div className={css['cards']}>
        {isValid && query.isPending ? (
          <Card aria-busy="true">
            <Skeleton height={200} />
          </Card>
        ) : null}
        {query.isLoadingError ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : null}
        {isValid ? null : <p role="alert">{t('liability.day_invalid')}</p>}
        {data && isValid ? (
          <>
            <Summary liability={data} />
            <Parts liability={data} />
          </>
        ) : null}
        <Changes onNameAccounts={() => setIsNaming(true)} />
      </div>
      {isNaming ? <AccountsDialog onClose={() => setIsNaming(false)} /> : null}
    </Page>
  )
}
