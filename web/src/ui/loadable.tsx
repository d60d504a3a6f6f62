// Components that are loaded when first shown: menus, dialogs, readers.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Part<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Called when the component is loaded. */
  component: ComponentType<Props> | undefined;
}

/**
 * Like React's `lazy`, but without suspending: Suspense holds back a replaced fallback for 300 ms, and these components load
 * faster. Shows the fallback until loaded. Throws loading errors during rendering.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const part: Part<Props> = { load, component: undefined };
  return (props) => <Loaded part={part} props={props} fallback={fallback} />;
}

function Loaded<Props extends object>({
  part,
  props,
  fallback,
}: {
  part: Part<Props>;
  props: Props;
  fallback: ReactNode;
}) {
  const [{ error }, setOutcome] = useState<{ error?: unknown }>({});
  useEffect(() => {
    if (part.component) return;
    let isShown = true;
    void load(part).then((outcome) => isShown && setOutcome(outcome));
    return () => {
      isShown = false;
    };
  }, [part]);
  if (error !== undefined) throw error;
  const { component: Component } = part;
  return Component ? <Component {...props} /> : fallback;
}

async function load<Props>(part: Part<Props>): Promise<{ error?: unknown }> {
  try {
    part.component = await part.load();
    return {};
  } catch (error) {
    return { error };
  }
}
