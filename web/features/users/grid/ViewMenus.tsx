import { Button, Checkbox, CloseButton, Popover, SegmentedControl, TextInput } from '@mantine/core'
import { IconBookmark, IconColumns3 } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './team-grid.module.css'
import {
  type AttributeColumns,
  builtInViews,
  type Column,
  columns,
  densities,
  isAttributeColumn,
  type TeamView,
  viewKey,
} from './team-view.ts'
import { type Preferences, savedViewsMax, viewNameCharsMax } from './use-preferences.ts'

type PreferencesProps = {
  preferences: Preferences
  setPreferences: (part: Partial<Preferences>) => void
}
export type ColumnsProps = PreferencesProps & { attributes: AttributeColumns }

/** The choice of columns, and the height of rows. */
export function ColumnsChoice({ preferences, setPreferences, attributes }: ColumnsProps) {
  const { t } = useTranslation('team')
  const { columns: shown, density } = preferences
  const offered: Column[] = [...columns, ...attributes.keys()]
  return (
    <div className={css['popover']}>
      {offered.map((column) => (
        <Checkbox
          key={column}
          label={isAttributeColumn(column) ? attributes.get(column) : t(`grid.column.${column}`)}
          checked={shown.includes(column)}
          onChange={(event) => {
            const { checked } = event.currentTarget
            setPreferences({
              columns: offered.filter((one) => (one === column ? checked : shown.includes(one))),
            })
          }}
        />
      ))}
      <SegmentedControl
        fullWidth
        aria-label={t('grid.density')}
        value={density}
        onChange={(value) =>
          setPreferences({ density: value === 'compact' ? 'compact' : 'comfortable' })
        }
        data={densities.map((value) => ({ value, label: t(`grid.densities.${value}`) }))}
      />
    </div>
  )
}

/** The button that opens the choice of columns. */
export function ColumnsMenu(props: ColumnsProps) {
  const { t } = useTranslation('team')
  return (
    <Popover position="bottom-end" radius="lg" shadow="lg" width={250} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconColumns3 size={16} aria-hidden="true" />}
        >
          {t('grid.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ColumnsChoice {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}

function SaveViewForm({ onSave }: { onSave: (name: string) => void }) {
  const { t } = useTranslation('team')
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
    setName('')
  }
  return (
    <form className={css['saveView']} onSubmit={submit}>
      <TextInput
        size="sm"
        label={t('grid.view.save_as')}
        maxLength={viewNameCharsMax}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" disabled={!name.trim()}>
        {t('grid.view.save')}
      </Button>
    </form>
  )
}

type NamedView = { name: string; view: TeamView }

/** The views to choose from. `remove` belongs to views of the reader. */
function ViewList({
  named,
  current,
  choose,
  remove,
}: {
  named: NamedView[]
  current: string
  choose: (view: TeamView) => void
  remove?: (index: number) => void
}) {
  const { t } = useTranslation('team')
  return (
    <ul className={css['views']}>
      {named.map(({ name, view }, index) => (
        <li key={name}>
          <button
            type="button"
            className={`plain ${css['view']}`}
            aria-pressed={viewKey(view) === current}
            onClick={() => choose(view)}
          >
            {name}
          </button>
          {remove ? (
            <CloseButton
              aria-label={t('grid.view.remove', { name })}
              onClick={() => remove(index)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type ViewsProps = PreferencesProps & { view: TeamView; show: (view: TeamView) => void }

const useBuiltInViews = (): NamedView[] => {
  const { t } = useTranslation('team')
  return Object.entries(builtInViews).map(([key, fields]) => ({
    name: t(`grid.view.${key}`),
    view: fields,
  }))
}

/** The built-in views and those that the reader has saved in this browser. */
export function ViewsChoice({
  preferences: { views },
  setPreferences,
  view,
  show: choose,
}: ViewsProps) {
  const current = viewKey(view)
  const save = (name: string) =>
    setPreferences({ views: [...views.filter((one) => one.name !== name), { name, view }] })
  return (
    <div className={css['popover']}>
      <ViewList named={useBuiltInViews()} current={current} choose={choose} />
      {views.length ? (
        <ViewList
          named={views}
          current={current}
          choose={choose}
          remove={(index) => setPreferences({ views: views.filter((_, n) => n !== index) })}
        />
      ) : null}
      {views.length < savedViewsMax ? <SaveViewForm onSave={save} /> : null}
    </div>
  )
}

/** The button that opens the views, with the name of the current one. */
export function ViewsMenu(props: ViewsProps) {
  const { t } = useTranslation('team')
  const [isOpen, setOpen] = useState(false)
  const current = viewKey(props.view)
  const named = [...props.preferences.views, ...useBuiltInViews()]
  const selected = named.find((one) => viewKey(one.view) === current)
  const choose = (chosen: TeamView) => {
    setOpen(false)
    props.show(chosen)
  }
  const popover = { position: 'bottom-end', radius: 'lg', shadow: 'lg', width: 300 } as const
  return (
    <Popover {...popover} trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {selected?.name ?? t('grid.view.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ViewsChoice {...props} show={choose} />
      </Popover.Dropdown>
    </Popover>
  )
}
