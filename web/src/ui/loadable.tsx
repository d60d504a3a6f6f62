// Parts of the client that are loaded when they are first shown: menus, dialogs, readers.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Part<Props> {
  load(): Promise<ComponentType<Props>>;
  /** Once it is there. */
  component: ComponentType<Props> | undefined;
}

/**
 * As React's `lazy`, without suspending: what replaces a fallback of Suspense is held back for 300 ms, and these parts are
 * there sooner. Until then the fallback is shown. What cannot be loaded is thrown where it would be shown.
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
