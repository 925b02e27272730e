import { useState } from 'react'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { useConfig } from '#web/shared/config.ts'
import type { HistoryCheck } from '../api/queries.ts'
import { OpeningSection } from './OpeningSection.tsx'
import { RefusedSection } from './RefusedSection.tsx'
import { StartSection } from './StartSection.tsx'
import { TagsSection, type TagChoice } from './TagsSection.tsx'
import { TopPeopleSection } from './TopPeopleSection.tsx'
import { TotalsSection } from './TotalsSection.tsx'
import { UnknownPeopleSection } from './UnknownPeopleSection.tsx'
import { YearsSection } from './YearsSection.tsx'

/** The third step: what the check has found, and the choices of the start. */
export function CompareStep({
  check: { import: historyImport, people, tags },
  totals,
  onColumns,
}: {
  check: HistoryCheck
  totals: HistoryTotals
  onColumns: () => void
}) {
  const { values } = useConfig()
  const [tagChoice, setTagChoice] = useState<TagChoice>({ creates: true, values: {} })
  const [opens, setOpens] = useState(false)
  const { id } = historyImport
  const hasPosts = totals.posts > 0
  return (
    <>
      <TotalsSection historyImport={historyImport} totals={totals} />
      {totals.years.length ? <YearsSection years={totals.years} /> : null}
      {people.length ? <TopPeopleSection people={people} /> : null}
      {totals.refusals.length ? (
        <RefusedSection id={id} refusals={totals.refusals} refused={historyImport.refused} />
      ) : null}
      {totals.unknown ? <UnknownPeopleSection id={id} isStarted={false} /> : null}
      {hasPosts && tags.length ? (
        <TagsSection
          tags={tags}
          values={values.filter(({ retired }) => !retired)}
          choice={tagChoice}
          onChoice={setTagChoice}
        />
      ) : null}
      {hasPosts ? (
        <OpeningSection opening={totals.opening} opens={opens} onOpens={setOpens} />
      ) : null}
      <StartSection
        historyImport={historyImport}
        totals={totals}
        tags={tags}
        tagChoice={tagChoice}
        opens={opens && totals.opening.points > 0}
        onColumns={onColumns}
      />
    </>
  )
}
