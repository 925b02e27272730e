import { Button, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { HistoryCheck } from '../api/queries.ts'
import css from './history-imports.module.css'

type Tag = HistoryCheck['tags'][number]
/** The value of each hashtag that was chosen, and whether the others get a value of their own. */
export type TagChoice = { creates: boolean; values: Record<string, string> }

/** Hashtags before the button for all of them. */
const tagsShown = 12

/** Returns the chosen or found value of a hashtag; empty without one. */
export const valueOfTag = ({ tag, value_id: found }: Tag, { values }: TagChoice): string =>
  values[tag] ?? found ?? ''

function TagRow({
  tag,
  values,
  choice,
  onChoice,
}: {
  tag: Tag
  values: readonly Value[]
  choice: TagChoice
  onChoice: (choice: TagChoice) => void
}) {
  const { t } = useTranslation('imports')
  const labelId = `history-tag-${tag.tag}`
  const rest = t(choice.creates ? 'history.tags.new' : 'history.tags.default')
  return (
    <li>
      <span id={labelId} className={css['tag']}>
        #{tag.tag}
        <small>{t('history.list.posts', { count: tag.posts, n: formatNumber(tag.posts) })}</small>
      </span>
      <NativeSelect
        aria-labelledby={labelId}
        value={valueOfTag(tag, choice)}
        onChange={({ currentTarget: { value } }) =>
          onChoice({ ...choice, values: { ...choice.values, [tag.tag]: value } })
        }
        data={[
          // The value that the check has found stays, so only another one can be chosen.
          ...(tag.value_id === null ? [{ value: '', label: rest }] : []),
          ...values.map(({ id, name, emoji }) => ({ value: id, label: `${emoji} ${name}`.trim() })),
        ]}
      />
    </li>
  )
}

/** Which value the posts of each hashtag get. */
export function TagsSection({
  tags,
  values,
  choice,
  onChoice,
}: {
  tags: Tag[]
  values: readonly Value[]
  choice: TagChoice
  onChoice: (choice: TagChoice) => void
}) {
  const { t } = useTranslation('imports')
  const [showsAll, setShowsAll] = useState(false)
  return (
    <SettingsSection title={t('history.tags.title')} text={t('history.tags.text')}>
      <Switch
        label={t('history.tags.create')}
        description={t('history.tags.create_text', { max: limits.values_max })}
        checked={choice.creates}
        onChange={({ currentTarget: { checked } }) => onChoice({ ...choice, creates: checked })}
      />
      <ul className={css['tags']} aria-label={t('history.tags.title')}>
        {tags.slice(0, showsAll ? undefined : tagsShown).map((tag) => (
          <TagRow key={tag.tag} tag={tag} values={values} choice={choice} onChoice={onChoice} />
        ))}
      </ul>
      {showsAll || tags.length <= tagsShown ? null : (
        <div>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {t('history.tags.all', { count: tags.length, n: formatNumber(tags.length) })}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}
