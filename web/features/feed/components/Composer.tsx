import { Button } from '@mantine/core'
import { IconMoodSmile, IconUserPlus, IconX } from '@tabler/icons-react'
import { type ClipboardEvent, type DragEvent, Suspense, useCallback, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { LazyEmojiPicker } from '#web/shared/emoji/lazy-emoji-picker.ts'
import { useConfig } from '#web/shared/config.ts'
import { AmountPicker } from '#web/shared/points/AmountPicker.tsx'
import { suggestedAmounts } from '#web/shared/points/post-cost.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { type ComposerState, useComposer } from '../composer/use-composer.ts'
import { countPeople } from '../composer/post-drafts.ts'
import type { SendEvents } from '../composer/use-send-post.ts'
import css from './composer.module.css'
import { PostCost, sendText } from './PostCost.tsx'
import { ValuePicker } from './ValuePicker.tsx'
import { VisibilityPicker } from './VisibilityPicker.tsx'
import { lazyOccasional, loadOccasional } from './load-occasional.ts'

const renderNothing = () => null
const loadAutocompleteList = () =>
  import('./AutocompleteList.tsx').then((code) => code.AutocompleteList)
const AutocompleteList = lazyWithFallback(loadAutocompleteList, renderNothing)
const UnsentDrafts = lazyOccasional((code) => code.UnsentDrafts)
const DraftPicturePreview = lazyOccasional((code) => code.DraftPicturePreview)
const PictureTool = lazyOccasional((code) => code.PictureTool)
const BudgetPicker = lazyOccasional((code) => code.BudgetPicker)
const AmountProblem = lazyOccasional((code) => code.AmountProblem)
const GroupChips = lazyOccasional((code) => code.GroupChips)
const WeeklyPrompt = lazyOccasional((code) => code.WeeklyPrompt)
const ValueQuestion = lazyOccasional((code) => code.ValueQuestion)

/** The character count appears from this length. */
const charCountShownFrom = limits.message_chars_max - 100
/** A shorter text stays beside the people, a longer text moves below them. */
const shortTextChars = 24
const sendShortcutLabel = /Mac|iP/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl+Enter'

function EmojiButton({ composer }: { composer: ComposerState }) {
  const { t } = useTranslation('feed')
  const [open, setOpen] = useState(false)
  const { field, insert } = composer
  const close = useCallback(() => setOpen(false), [])
  const choose = (sign: string) => {
    const at = field.current
    setOpen(false)
    insert(sign, at?.selectionStart ?? 0, at?.selectionEnd ?? 0)
  }
  return (
    <div className={css['emojiAnchor']}>
      <button
        type="button"
        className={`plain ${css['tool']}`}
        title={t('composer.emoji')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconMoodSmile size={20} aria-hidden="true" />
        <span className="sr-only">{t('composer.emoji')}</span>
      </button>
      {open ? (
        <Suspense>
          <LazyEmojiPicker
            onChoose={choose}
            onClose={close}
            onEscape={() => {
              close()
              field.current?.focus()
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function RecipientList({ composer }: { composer: ComposerState }) {
  const { t } = useTranslation('feed')
  const { people, groups } = composer.draft
  return (
    <ul className={css['people']} aria-label={t('composer.people')}>
      {people.map((person) => (
        <li key={person.id} className={css['person']}>
          <UserAvatar user={person} size={26} />
          <bdi>{person.name}</bdi>
          <button
            type="button"
            className="plain"
            aria-label={t('composer.remove', { name: person.name })}
            onClick={() => composer.removePerson(person)}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {groups.length ? <GroupChips composer={composer} /> : null}
    </ul>
  )
}

function ComposerTools({ composer }: { composer: ComposerState }) {
  const { t } = useTranslation('feed')
  return (
    <div className={css['tools']}>
      <button
        type="button"
        className={`plain ${css['tool']}`}
        title={t('composer.add_people')}
        onPointerEnter={() => void loadAutocompleteList().catch(renderNothing)}
        onClick={() => composer.startToken('@')}
      >
        <IconUserPlus size={20} aria-hidden="true" />
        <span className="sr-only">{t('composer.add_people')}</span>
      </button>
      <EmojiButton composer={composer} />
      {composer.isActive ? <PictureTool addPicture={composer.addPicture} /> : null}
    </div>
  )
}

/** The people and the text field, which grows with its text. */
function ComposerField({
  composer,
  ids,
}: {
  composer: ComposerState
  ids: { field: string; list: string; count: string; problem: string }
}) {
  const { t } = useTranslation('feed')
  const { draft, field, problems } = composer
  const length = draft.text.trim().length
  const hasRecipients = countPeople(draft) > 0
  const wrong = problems.fields['description']
  const described = [length > charCountShownFrom && ids.count, wrong && ids.problem]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={css['field']}>
      <div className={css['write']}>
        <div className={css['line']}>
          {hasRecipients ? <RecipientList composer={composer} /> : null}
          <textarea
            id={ids.field}
            data-autofocus={ids.field === dialogFieldId || undefined}
            ref={field}
            className={css['input']}
            data-short={hasRecipients && draft.text.length < shortTextChars}
            rows={1}
            dir="auto"
            value={draft.text}
            placeholder={hasRecipients ? t('composer.placeholder_more') : t('composer.placeholder')}
            aria-label={t('composer.text')}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-invalid={wrong || length > limits.message_chars_max ? true : undefined}
            aria-describedby={described || undefined}
            onChange={(event) =>
              composer.parseInput(event.currentTarget.value, event.currentTarget.selectionStart)
            }
            onPaste={(event: ClipboardEvent) => {
              if (composer.addPicture(event.clipboardData.files)) event.preventDefault()
            }}
            onKeyDown={composer.onKeyDown}
            onSelect={composer.refreshToken}
            onCompositionStart={() => composer.onCompose(true)}
            onCompositionEnd={() => composer.onCompose(false)}
            onFocus={() => {
              composer.activate()
              // Loaded in advance, because sending without a connection shows it too.
              void loadOccasional().catch(renderNothing)
            }}
            onBlur={composer.close}
          />
        </div>
        <ComposerTools composer={composer} />
      </div>
      {length > charCountShownFrom ? (
        <span id={ids.count} className={css['count']} data-over={length > limits.message_chars_max}>
          {formatNumber(length)} / {formatNumber(limits.message_chars_max)}
        </span>
      ) : null}
      {composer.isActive ? <AutocompleteList composer={composer} listId={ids.list} /> : null}
    </div>
  )
}

function FieldProblem({ id, text }: { id?: string; text: string | undefined }) {
  return text ? (
    <span id={id} className={css['problem']} role="alert">
      {text}
    </span>
  ) : null
}

/** The dialog may open over a page with a composer of its own. */
const dialogFieldId = 'composer-dialog'
type ComposerProps = SendEvents & { variant?: 'inline' | 'dialog' }

/**
 * The form for a new post: people, text, points, value and visibility, usable by keyboard and
 * mouse.
 */
export function Composer({ variant = 'inline', ...events }: ComposerProps) {
  const { t } = useTranslation('feed')
  const composer = useComposer(events)
  const { draft, drafts, shelf, problems, allowance, price } = composer
  // A draft keeps its budget when the reader may no longer give from any.
  const hasBudgets = useConfig().has_budgets || draft.budget !== null
  const [list, count, problem, amount] = [useId(), useId(), useId(), useId()]
  const field = variant === 'inline' ? 'composer' : dialogFieldId
  const hasAmountProblem =
    allowance.score_remaining === 0 ||
    price.problem ||
    problems.general ||
    problems.fields['score'] ||
    problems.fields['budget_id']
  const { to_id: toId, description, value_id: valueId, picture } = problems.fields
  return (
    <Card
      className={css['composer']}
      data-variant={variant}
      role="group"
      aria-label={t('composer.label')}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={composer.dropFile}
    >
      {shelf.length ? <UnsentDrafts composer={composer} /> : null}
      <ComposerField composer={composer} ids={{ field, list, count, problem }} />
      <FieldProblem text={toId} />
      <FieldProblem id={problem} text={description} />
      {draft.picture ? <DraftPicturePreview picture={draft.picture} drafts={drafts} /> : null}
      <FieldProblem text={picture} />
      {hasBudgets && composer.isActive ? <BudgetPicker composer={composer} /> : null}
      <div className={`${css['row']} ${css['give']}`}>
        <AmountPicker
          score={price.score}
          typed={draft.typed}
          amounts={suggestedAmounts(allowance)}
          maxAmount={price.bound}
          error={price.problem ? amount : undefined}
          field={composer.amountField}
          onChange={(chosen) => drafts.edit(chosen)}
        />
        <ValuePicker composer={composer} />
      </div>
      {composer.wasAskedForValue && !composer.value ? <ValueQuestion composer={composer} /> : null}
      <FieldProblem text={valueId} />
      {hasAmountProblem ? <AmountProblem id={amount} composer={composer} /> : null}
      <div className={css['row']}>
        <VisibilityPicker
          isPrivate={draft.private}
          onChange={(isPrivate) => drafts.edit({ private: isPrivate })}
        />
        <div className={css['finish']}>
          <PostCost composer={composer} />
          <Button
            onClick={composer.submit}
            title={sendShortcutLabel}
            loading={draft.picture?.id === null}
          >
            {draft.attempt ? t('composer.again') : sendText(t, price)}
          </Button>
        </div>
      </div>
      {composer.isActive ? <WeeklyPrompt composer={composer} /> : null}
      <span className="sr-only" role="status">
        {composer.announcement}
      </span>
    </Card>
  )
}
