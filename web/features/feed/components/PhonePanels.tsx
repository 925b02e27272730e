import { IconChevronRight, IconListCheck } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { openOverlay } from '#web/shared/overlay-state.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { draftStoreFor } from '../composer/post-drafts.ts'
import css from './phone-feed.module.css'

const PhonePanelDialog = lazyWithFallback(() =>
  import('./PhonePanelDialog.tsx').then((code) => code.PhonePanelDialog),
)

/** The points as one row above the posts of a phone, and the checklist; both open as sheets. */
export function PhonePanels() {
  const { t } = useTranslation('feed')
  const {
    allowance: { score_remaining: left },
    user,
    checklist,
  } = useConfig()
  const [panel, setPanel] = useState<'points' | 'checklist' | null>(null)
  const close = () => setPanel(null)
  const done = checklist.items.filter((item) => item.done).length
  return (
    <div className={css['panels']}>
      <button
        type="button"
        className={`plain ${css['panel']}`}
        aria-haspopup="dialog"
        onClick={() => setPanel('points')}
      >
        <span>
          {left === null ? t('you.unlimited') : t('you.to_give', { points: formatNumber(left) })}
          {' · '}
          {t('you.to_spend', { points: formatNumber(user.balance) })}
        </span>
        <IconChevronRight size={16} aria-hidden="true" />
      </button>
      {checklist.dismissed ? null : (
        <button
          type="button"
          className={`plain ${css['panel']}`}
          aria-haspopup="dialog"
          onClick={() => setPanel('checklist')}
        >
          <IconListCheck size={18} aria-hidden="true" />
          <span className="sr-only">{t('checklist.title')}</span>
          {formatNumber(done)}/{formatNumber(checklist.items.length)}
        </button>
      )}
      {panel === null || (panel === 'checklist' && checklist.dismissed) ? null : (
        <PhonePanelDialog panel={panel} onClose={close} />
      )}
    </div>
  )
}

/** The closed composer of a phone: a row that opens it, with the beginning of an unsent draft. */
export function ComposerButton() {
  const { t } = useTranslation('feed')
  const { workspace, user, impersonated } = useConfig()
  const drafts = draftStoreFor(workspace.id, user.id, impersonated)
  const { draft } = useSyncExternalStore(drafts.subscribe, drafts.get)
  const receivers = [...draft.people, ...draft.groups].map(({ name }) => name)
  const started = [receivers.join(', '), draft.text.trim()].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className={`plain ${css['composer']}`}
      aria-haspopup="dialog"
      onClick={() => openOverlay('thank')}
    >
      <UserAvatar user={user} size={32} />
      <span>{started || t('composer.placeholder_short')}</span>
    </button>
  )
}
