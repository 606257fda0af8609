import { useState } from 'react';
import type { Language } from '#config/language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#config/language-paths.ts';
import { FormField } from '#ui/forms/FormField.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { changeLanguage } from '../auth.api.ts';

const OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
/** In which language we write to the person; saved at once. */
export function LanguageForm({ language }: { language: Language }) {
  const [chosen, setChosen] = useState(language);
  const choose = async (next: Language) => {
    setChosen(next);
    try {
      await changeLanguage(next);
      void toast.success('Your choice is saved');
    } catch (error) {
      console.error(error);
      setChosen(language);
      void toast.error('Your choice wasn’t saved');
    }
  };
  return (
    <FormField
      label="Our emails to you"
      required
      className="max-w-sm"
      options={OPTIONS}
      value={chosen}
      onText={(next) => void choose(next as Language)}
    />
  );
}
