import { ActionIcon, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { celebrationYearQuery } from '../api/queries.ts'
import css from './celebrations.module.css'
import { YearTable } from './YearTable.tsx'

/** The server counts this many years before and after today. */
const yearsAround = 10

function YearSwitch({
  year,
  thisYear,
  onChange,
}: {
  year: number
  thisYear: number
  onChange: (year: number) => void
}) {
  const { t } = useTranslation('celebrations')
  return (
    <div className={css['yearSwitch']}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('year.previous')}
        disabled={year <= thisYear - yearsAround}
        onClick={() => onChange(year - 1)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <b aria-live="polite">{year}</b>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('year.next')}
        disabled={year >= thisYear + yearsAround}
        onClick={() => onChange(year + 1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

function YearContent({ months, year }: { months: OutputOf<'celebrations.year'>; year: number }) {
  const { t } = useTranslation('celebrations')
  const { settings, abilities } = useConfig()
  if (!months.length)
    return <p className={css['note']}>{t('year.empty', { year: String(year) })}</p>
  return (
    <>
      <YearTable months={months} />
      {settings.hundred_points === null && abilities.includes('manage_finance') ? (
        <Link to="/settings/finance" className={css['link']}>
          {t('year.set_worth')}
        </Link>
      ) : null}
    </>
  )
}

/** The people, points and cost of each month of a year. */
export function YearOverview() {
  const { t } = useTranslation('celebrations')
  const { settings } = useConfig()
  const thisYear = Number(todayInTimezone(settings.timezone).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const { data, error, isPending, isLoadingError, refetch } = useQuery(celebrationYearQuery(year))
  return (
    <SettingsSection
      title={year === thisYear ? t('year.this') : t('year.other', { year: String(year) })}
      text={t('year.text')}
    >
      <div className={css['toolbar']}>
        <YearSwitch year={year} thisYear={thisYear} onChange={setYear} />
        <DownloadMenu
          disabled={!data?.length}
          save={(format) =>
            downloadFromApi(
              'celebrations.csv',
              { query: { year, format, bom: '1' } },
              `${t('title')} ${year}.${format}`,
            )
          }
        >
          {t('year.download')}
        </DownloadMenu>
      </div>
      {isPending ? <Skeleton height={260} /> : null}
      {isLoadingError ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data ? <YearContent months={data} year={year} /> : null}
    </SettingsSection>
  )
}
