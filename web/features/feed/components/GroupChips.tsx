import { IconX } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { DraftGroup } from '../composer/post-drafts.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import css from './composer.module.css'

/** The groups of a draft. Their pages list their people; the draft stays. */
export function GroupChips({
  composer: { draft, drafts, announce, field },
}: {
  composer: ComposerState
}) {
  const { t } = useTranslation('feed')
  const remove = (group: DraftGroup) => {
    drafts.edit({ groups: draft.groups.filter(({ id }) => id !== group.id) })
    announce(t('composer.removed', { name: group.name }))
    field.current?.focus()
  }
  return draft.groups.map((group) => (
    <li key={group.id} className={css['person']}>
      <a href={`/groups/${group.id}`} target="_blank" className={css['group']}>
        {group.name} · {formatNumber(group.count)}
      </a>
      <button
        type="button"
        className="plain"
        aria-label={t('composer.remove', { name: group.name })}
        onClick={() => remove(group)}
      >
        <IconX size={14} aria-hidden="true" />
      </button>
    </li>
  ))
}
