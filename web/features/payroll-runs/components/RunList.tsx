import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayrollRun } from '#contract/schemas/payroll.ts'
import { useConfig } from '#web/shared/config.ts'
import { useDownload } from '#web/shared/FileFormat.tsx'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { downloadRun, payrollRunsQuery } from '../api/queries.ts'
import css from './payroll.module.css'
import { RunDialog } from './RunDialog.tsx'
import { formatRange } from '#web/shared/points/payroll-range.ts'

function RunRow({ run, onOpen }: { run: PayrollRun; onOpen: () => void }) {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const countryName = useCountryName()
  const nameOf = usePersonName()
  const download = useDownload(() => downloadRun(run))
  const name = t('payroll.run.name', { number: run.number })
  const facts = [
    run.country === null ? t('worth.all_countries') : countryName(run.country),
    t('payroll.lines', { count: run.lines }),
    t('payroll.people', { count: run.people }),
  ]
  return (
    <li className={css['run']}>
      <div className={css['runWords']}>
        <b>
          {name} · {formatRange(run)}
        </b>
        <p>{facts.join(' · ')}</p>
        <p>
          {t('payroll.run.locked', {
            date: formatDate(run.locked_at, timezone),
            name: nameOf(run.locked_by),
          })}
        </p>
      </div>
      <dl className={css['runSums']}>
        <div>
          <dt>{t('payroll.taxable')}</dt>
          <dd>
            <MoneyList
              money={run.totals.map(({ currency, taxable_minor: minor }) => ({ currency, minor }))}
            />
          </dd>
        </div>
      </dl>
      <div className={css['runButtons']}>
        <Button size="compact-sm" h={34} variant="default" onClick={onOpen}>
          {t('liability.details')}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button
          size="compact-sm"
          h={34}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate(undefined)}
        >
          {t('payroll.run.download')}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
    </li>
  )
}

/** The locked runs, newest first, with their files and lines. */
export function RunList() {
  const { t } = useTranslation('finance')
  const query = useInfiniteQuery(payrollRunsQuery)
  const [opened, setOpened] = useState<PayrollRun | null>(null)
  return (
    <section>
      <h2 className={css['section']}>{t('payroll.run.title')}</h2>
      <PagedList
        query={query}
        texts={{ emptyText: t('payroll.run.empty'), more: t('payroll.run.more') }}
        frame={Card}
        skeletonHeights={[56, 56]}
      >
        {(runs) => (
          <ul className={css['runs']} aria-label={t('payroll.run.title')}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} onOpen={() => setOpened(run)} />
            ))}
          </ul>
        )}
      </PagedList>
      {opened ? <RunDialog run={opened} onClose={() => setOpened(null)} /> : null}
    </section>
  )
}
