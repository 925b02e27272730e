import { Button, Group, Skeleton } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react'
import { type CropArea, cropToBlob } from './canvas-crop.ts'
import css from './ui.module.css'

const LazyCropper = lazy(() => import('./lazy-cropper.ts'))
const [zoomMin, zoomMax, zoomStep] = [1, 4, 0.1]
const sideDefault = 512

type Props = {
  file: File
  shape: 'round' | 'square'
  /** Width over height of what is cut out. */
  aspect: number
  /** The longer side of what is cut out, in pixels at most. */
  side?: number
  /** `area`: what the picture is called; `hint`: how to move it by pointer and by keyboard. */
  texts: { area: string; hint: string; zoom: string; done: string; cancel: string }
  /** True while what was cut out is on its way. */
  busy?: boolean
  onDone: (blob: Blob) => void
  onCancel: () => void
  /** The file is no picture that this browser can read. */
  onUnreadable: () => void
  /** What went wrong, above the buttons. */
  children?: ReactNode
}

const clampZoom = (zoom: number) =>
  Math.min(zoomMax, Math.max(zoomMin, Math.round(zoom * 100) / 100))

/**
 * Cuts a picture in the browser: drag or arrow keys move it, the slider, the wheel, + and - zoom.
 */
export function PictureCrop({
  file,
  shape,
  aspect,
  side = sideDefault,
  texts,
  busy = false,
  onDone,
  onCancel,
  onUnreadable,
  children,
}: Props) {
  const url = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(zoomMin)
  const [area, setArea] = useState<CropArea | null>(null)
  const [drawing, setDrawing] = useState(false)
  const hint = useId()
  const by = (step: number) => setZoom((old) => clampZoom(old + step))
  const onKey = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') by(zoomStep)
    else if (event.key === '-') by(-zoomStep)
  }
  const finish = () => {
    if (!area) return
    setDrawing(true)
    cropToBlob(url, area, side)
      .then(onDone, onUnreadable)
      .finally(() => setDrawing(false))
  }
  const frame = {
    role: 'application',
    'aria-label': texts.area,
    'aria-describedby': hint,
    onKeyDownCapture: onKey,
  }
  return (
    <div className={css['crop']}>
      <div className={css['cropArea']}>
        <Suspense fallback={<Skeleton height="100%" radius={0} />}>
          <LazyCropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={zoomMin}
            maxZoom={zoomMax}
            aspect={aspect}
            cropShape={shape === 'round' ? 'round' : 'rect'}
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={(next) => setZoom(clampZoom(next))}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            keyboardStep={8}
            disableAutomaticStylesInjection
            rotation={0}
            zoomSpeed={1}
            restrictPosition
            style={{}}
            classes={{}}
            mediaProps={{ alt: '', onError: onUnreadable }}
            cropperProps={frame}
          />
        </Suspense>
      </div>
      <p id={hint} className={css['cropHint']}>
        {texts.hint}
      </p>
      <div className={css['zoom']}>
        <IconMinus size={16} aria-hidden="true" />
        <input
          type="range"
          aria-label={texts.zoom}
          min={zoomMin}
          max={zoomMax}
          step={zoomStep / 2}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <IconPlus size={16} aria-hidden="true" />
      </div>
      {children}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button onClick={finish} disabled={!area} loading={busy || drawing}>
          {texts.done}
        </Button>
      </Group>
    </div>
  )
}
