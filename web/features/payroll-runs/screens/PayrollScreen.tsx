import { Button, Skeleton } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PayrollDraft, PayrollRun } from '#contract/schemas/payroll.ts'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { payrollDraftQuery } from '#web/shared/points/payroll-draft-query.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { DraftSection } from '../components/DraftSection.tsx'
import { FileSettingsDialog } from '../components/FileSettingsDialog.tsx'
import { LockDialog } from '../components/LockDialog.tsx'
import css from '../components/payroll.module.css'
import { RangeBar } from '../components/RangeBar.tsx'
import { RunList } from '../components/RunList.tsx'
import { type Days, isValidRange, monthOf } from '#web/shared/points/payroll-range.ts'

/** The draft of the chosen days. Without a choice the server chooses them. */
function useDraft() {
  const { timezone } = useConfig().settings
  const [chosen, setChosen] = useState<Days | null>(null)
  const [country, setCountry] = useState('')
  const isValid = chosen === null || isValidRange(chosen)
  const query = useQuery({
    ...payrollDraftQuery({ ...chosen, ...(country ? { country } : {}) }),
    enabled: isValid,
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const found = data ? { from: data.from, to: data.to } : null
  const fallback = query.isError ? monthOf(todayInTimezone(timezone), -1) : null
  return { query, days: chosen ?? found ?? fallback, country, isValid, setChosen, setCountry }
}

/** The next run as a draft, which can be locked. */
function NextRun() {
  const { t } = useTranslation('finance')
  const { query, days, country, isValid, setChosen, setCountry } = useDraft()
  const [problem, setProblem] = useState<string | null>(null)
  /** The draft that the administrator looked at. Its hash is sent, also if a newer one arrives. */
  const [draftToLock, setDraftToLock] = useState<PayrollDraft | null>(null)
  const finishLock = (run: PayrollRun) => {
    setDraftToLock(null)
    setProblem(null)
    // Other countries have lines of the same days. Otherwise the server chooses the next days.
    setChosen(run.country === null ? null : { from: run.from, to: run.to })
    setCountry('')
  }
  const showRefusal = (error: unknown) => {
    setDraftToLock(null)
    setProblem(callErrorText(t, error))
  }
  return (
    <Card>
      <h2 className={css['heading']}>{t('payroll.next')}</h2>
      <RangeBar
        days={days}
        country={country}
        onDays={(next) => {
          setProblem(null)
          setChosen(next)
        }}
        onCountry={(next) => {
          setProblem(null)
          setCountry(next)
        }}
      />
      {isValid && query.isPending ? <Skeleton height={260} mt={20} /> : null}
      {isValid && query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {isValid && query.data ? (
        <DraftSection
          draft={query.data}
          isStale={query.isPlaceholderData}
          problem={problem}
          onLock={() => setDraftToLock(query.data)}
        />
      ) : null}
      {draftToLock ? (
        <LockDialog
          draft={draftToLock}
          onLocked={finishLock}
          onRefused={showRefusal}
          onClose={() => setDraftToLock(null)}
        />
      ) : null}
    </Card>
  )
}

/** /settings/finance/payroll: the next run as a draft, locked runs, and the settings of their file. */
export function PayrollScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('payroll.title'))
  const [areSettingsOpen, setSettingsOpen] = useState(false)
  return (
    <Page
      title={t('payroll.title')}
      back={
        <Link to="/settings/finance" className={backClass}>
          <BackArrow />
          <span>{t('title')}</span>
        </Link>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconSettings size={18} aria-hidden="true" />}
          onClick={() => setSettingsOpen(true)}
        >
          {t('payroll.file.open')}
        </Button>
      }
    >
      <p className={css['text']}>{t('payroll.text')}</p>
      <NextRun />
      <RunList />
      {areSettingsOpen ? <FileSettingsDialog onClose={() => setSettingsOpen(false)} /> : null}
    </Page>
  )
}
