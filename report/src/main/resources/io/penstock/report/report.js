(() => {
  document.documentElement.classList.add('scripted');
  const toggle = (figure, ways, key) => {
    const off = key.classList.toggle('off');
    ways.forEach(way => way.classList.toggle('off', off));
  };
  document.querySelectorAll('figure').forEach(figure => {
    figure.querySelectorAll('.key').forEach(key => {
      key.tabIndex = 0;
      key.setAttribute('role', 'button');
      const hide = () => toggle(figure, figure.querySelectorAll('[data-way].' + key.dataset.family), key);
      key.addEventListener('click', hide);
      key.addEventListener('keydown', event => { if (event.key === 'Enter') { hide(); } });
    });
    figure.querySelectorAll('[data-way] .name').forEach(name =>
      name.addEventListener('click', () => {
        const way = name.closest('[data-way]').dataset.way;
        const same = [...figure.querySelectorAll('[data-way]')].filter(one => one.dataset.way === way);
        const off = !same[0].classList.contains('off');
        same.forEach(one => one.classList.toggle('off', off));
      }));
  });
})();
