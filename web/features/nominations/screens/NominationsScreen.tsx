import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { nominationsSummaryQuery } from '#web/shared/nominations/nominations.api.ts'
import { ToDoBadge } from '#web/shared/nominations/ToDoBadge.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { OwnRoundList } from '../components/OwnRoundList.tsx'
import { WordsList } from '../components/WordsList.tsx'

const tabs = ['rounds', 'words'] as const
type Tab = (typeof tabs)[number]

/** /nominations: the rounds that concern the reader, and the kind words about them. */
export function NominationsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('nominations.title'))
  const { tab } = useSearch({ from: '/shell/nominations' })
  const { data: summary, ...query } = useQuery(nominationsSummaryQuery)
  const [start, setStart] = useState<Tab>()
  // The tab stays when the last round is done, or the first words arrive.
  if (!start && summary) setStart(summary.has_words && !summary.to_do ? 'words' : 'rounds')
  const current = tabs.find((one) => one === tab) ?? start
  return (
    <Page title={t('nominations.title')} narrow>
      {query.isPending ? <Skeleton height={320} aria-busy="true" /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {summary && current ? (
        <>
          <Tabs label={t('nominations.title')}>
            {tabs.map((one) => (
              <Link
                key={one}
                to="/nominations"
                search={{ tab: one }}
                className={tabClass}
                aria-current={one === current ? 'page' : undefined}
              >
                {t(`nominations.tab.${one}`)}
                {one === 'rounds' ? <ToDoBadge count={summary.to_do} /> : null}
              </Link>
            ))}
          </Tabs>
          {current === 'rounds' ? <OwnRoundList /> : <WordsList />}
        </>
      ) : null}
    </Page>
  )
}
